package cases;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** A popped but not nulled slot of an own stack. The JDK's collections do better. */
class A31OwnStack {
  static final Object[] KEEP = new Object[8];
  static final List<Object> LIST = new ArrayList<>();
  static final ArrayDeque<Object> DEQUE = new ArrayDeque<>();
  static int size;

  public static void main(String[] args) throws Exception {
    pushAndPop();
    addAndRemove();
    offerAndPoll();
    Answer.leaks(args);
  }

  private static void pushAndPop() {
    Big big = new Big();
    KEEP[size++] = big;
    --size;
    Taproot.watch(big, "popped");
  }

  private static void addAndRemove() {
    Big big = new Big();
    LIST.add(big);
    LIST.remove(0);
    Taproot.watch(big, "removed");
  }

  private static void offerAndPoll() {
    Big big = new Big();
    DEQUE.offer(big);
    DEQUE.poll();
    Taproot.watch(big, "polled");
  }
}
