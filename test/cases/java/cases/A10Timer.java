package cases;

import java.util.Timer;
import java.util.TimerTask;
import org.taproot.Taproot;

/** A timer that is never cancelled, with a task in a far future. */
class A10Timer {
  public static void main(String[] args) throws Exception {
    schedule(new Big());
    Answer.leaks(args);
  }

  private static void schedule(Big b) {
    TimerTask task = new TimerTask() {
      @Override
      public void run() {
        b.bytes[0]++;
      }
    };
    new Timer("my-timer", true).schedule(task, 1_000_000_000L);
    Taproot.watch(b, "big");
  }
}
