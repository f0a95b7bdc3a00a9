package cases;

import org.taproot.Taproot;

/** Three million nodes in a row. */
class T11LongList {
  static final int NODES = 3_000_000;

  static class Node {
    Node next;
    Big v;
  }

  static Node head;

  public static void main(String[] args) throws Exception {
    build();
    Answer.leaks(args);
    Answer.write(new String[] {"size.json"}, Taproot.ask(Answer.command("size,format=json"), head));
    Answer.write(new String[] {"profile.json"}, Taproot.ask(Answer.command("profile,format=json"), head));
  }

  private static void build() {
    head = new Node();
    Node last = head;
    for (int i = 1; i < NODES; ++i) {
      last.next = new Node();
      last = last.next;
    }
    last.v = new Big();
    Taproot.watch(last.v, "big");
  }
}
