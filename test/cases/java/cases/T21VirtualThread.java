package cases;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.taproot.Taproot;

/** A parked virtual thread that nobody refers to but the JDK's own registry of threads. */
class T21VirtualThread {
  static final CountDownLatch WATCHED = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    Runnable task = T21VirtualThread::park;
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    WATCHED.await();
    Thread.sleep(100); // until it is parked and unmounted
    Answer.leaks(args);
  }

  private static void park() {
    Big big = new Big();
    Taproot.watch(big, "big");
    WATCHED.countDown();
    LockSupport.park();
    big.bytes[0]++;
  }
}
