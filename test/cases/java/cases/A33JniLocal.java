package cases;

import java.util.concurrent.CountDownLatch;
import org.taproot.Taproot;

/** A JNI local reference of a thread that is blocked in native code. */
class A33JniLocal {
  static final CountDownLatch WATCHED = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    Thread thread = new Thread(Native::holdLocal, "in native");
    thread.setDaemon(true);
    thread.start();
    WATCHED.await();
    Answer.leaks(args);
  }

  /** Called by Native.holdLocal. */
  static void watch(Object object) {
    Taproot.watch(object, "big");
    WATCHED.countDown();
  }
}
