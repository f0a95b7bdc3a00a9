package cases;

import org.taproot.Taproot;

/** A lambda that captures nothing is made once and then held by its call site. */
class T05CallSite {
  public static void main(String[] args) throws Exception {
    make();
    Answer.leaks(args);
  }

  private static void make() {
    Runnable nothing = () -> {};
    Taproot.watch(nothing, "lambda");
  }
}
