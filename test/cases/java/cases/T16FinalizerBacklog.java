package cases;

import java.util.concurrent.CountDownLatch;
import org.taproot.Taproot;

/** One finalizer blocks; all other finalizable objects, and what they hold, wait behind it. */
class T16FinalizerBacklog {
  static final CountDownLatch BLOCKED = new CountDownLatch(1);

  static int finalized;

  static class Fin {
    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      BLOCKED.countDown();
      Sleep.forever();
    }
  }

  static class Payload {
    final Big big = new Big();

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      ++finalized; // the VM does not even call an empty one
    }
  }

  public static void main(String[] args) throws Exception {
    makeBlocker();
    while (BLOCKED.getCount() > 0) {
      System.gc();
      Thread.sleep(10);
    }
    makePayload();
    Answer.leaks(args);
  }

  private static void makeBlocker() {
    Taproot.watch(new Fin(), "blocker");
  }

  private static void makePayload() {
    Payload payload = new Payload();
    Taproot.watch(payload, "queued");
    Taproot.watch(payload.big, "payload");
  }
}
