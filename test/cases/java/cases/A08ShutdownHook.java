package cases;

import org.taproot.Taproot;

/** A shutdown hook that is never removed, though what it closes is long closed. */
class A08ShutdownHook {
  public static void main(String[] args) throws Exception {
    addHook(new Big());
    Answer.leaks(args);
  }

  private static void addHook(Big big) {
    Runnable close = () -> big.bytes[0]++;
    Runtime.getRuntime().addShutdownHook(new Thread(close, "hook"));
    Taproot.watch(big, "big");
  }
}
