package cases;

import org.taproot.Taproot;

/** A thread that was never started is an object like any other. */
class T25UnstartedThread {
  public static void main(String[] args) throws Exception {
    make();
    Answer.leaks(args);
  }

  private static void make() {
    Taproot.watch(new Thread(Sleep::forever), "thread");
  }
}
