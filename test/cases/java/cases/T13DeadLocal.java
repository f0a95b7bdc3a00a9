package cases;

import java.util.concurrent.CountDownLatch;
import org.taproot.Taproot;

/** "The worker has finished with it": yet its interpreted frame still holds the local. */
class T13DeadLocal {
  static final CountDownLatch WATCHED = new CountDownLatch(1);
  static long sum;

  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(T13DeadLocal::work, "worker");
    worker.setDaemon(true);
    worker.start();
    WATCHED.await();
    Answer.leaks(args);
  }

  private static void work() {
    Big finished = new Big();
    use(finished, "finished with");
    {
      Big closed = new Big();
      use(closed, "block closed");
    }
    WATCHED.countDown();
    Sleep.forever();
  }

  private static void use(Big big, String name) {
    sum += big.bytes.length;
    Taproot.watch(big, name);
  }
}
