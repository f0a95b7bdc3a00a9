package apps;

import org.taproot.Taproot;

/** Weighs objects of a class beside the class itself. */
final class MirrorsAmongInputs {
  static final class Part {
    Part next;
  }

  private MirrorsAmongInputs() {}

  public static void main(String[] args) {
    Object[] inputs = {Part.class, new Part(), Part.class, new Part[3]};
    System.out.print(Taproot.ask("size,format=json," + args[0], (Object) inputs));
  }
}
