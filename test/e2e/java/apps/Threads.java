package apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.taproot.Taproot;

/** Threads that stand still in all ways there are, each with a payload; then asks what they hold. */
final class Threads {
  static final int KIB = 1024;
  static final byte[] SHARED = new byte[96 * KIB];
  private static final Object LOCK = new Object();
  private static final Object CONDITION = new Object();
  private static volatile boolean spinning = true;

  private Threads() {}

  /** Arguments: pairs of a file and a command. */
  public static void main(String[] args) {
    try {
      standStill();
      for (int i = 0; i < args.length; i += 2) {
        Files.writeString(Path.of(args[i]), Taproot.ask(args[i + 1]));
      }
      System.exit(0);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static void standStill() throws Exception {
    Thread holder = start("holder", Threads::holdLock);
    await(holder, Thread.State.TIMED_WAITING);
    await(start("blocked", Threads::block), Thread.State.BLOCKED);
    await(start("waiting", Threads::waitForever), Thread.State.WAITING);
    await(start("parked", Threads::parkForever), Thread.State.WAITING);
    await(start("deep", () -> descend(400, new byte[512 * KIB])), Thread.State.WAITING);
    await(start("spinning", Threads::spin), Thread.State.RUNNABLE);
    startWorkers(12);
    if (Runtime.version().feature() >= 21) startVirtualThreads();
  }

  private static void startVirtualThreads() throws Exception {
    virtual("virtual-parked", Threads::parkVirtually);
    for (int i = 0; i < 30; ++i) virtual("virtual-" + i, Threads::idleVirtually);
    CountDownLatch mounted = new CountDownLatch(1);
    virtual("virtual-mounted", () -> spinVirtually(mounted));
    mounted.await();
    Thread.sleep(300); // until the others are parked and unmounted
  }

  private static void holdLock() {
    synchronized (LOCK) {
      sleep();
    }
  }

  private static void block() {
    byte[] payload = new byte[256 * KIB];
    synchronized (LOCK) {
      payload[0]++;
    }
  }

  private static void waitForever() {
    byte[] payload = new byte[128 * KIB];
    byte[] common = SHARED;
    synchronized (CONDITION) {
      try {
        CONDITION.wait();
      } catch (InterruptedException e) {
        payload[0] += common[0];
      }
    }
  }

  private static void parkForever() {
    byte[] payload = new byte[64 * KIB];
    while (true) {
      LockSupport.park();
      payload[0]++;
    }
  }

  private static void descend(int depth, byte[] payload) {
    if (depth == 0) LockSupport.park();
    else descend(depth - 1, null);
    if (payload != null) payload[0]++;
  }

  private static void spin() {
    while (spinning) Thread.onSpinWait();
  }

  private static void parkVirtually() {
    byte[] inFrame = new byte[200 * KIB];
    LockSupport.park();
    inFrame[0]++;
  }

  private static void idleVirtually() {
    byte[] little = new byte[100];
    LockSupport.park();
    little[0]++;
  }

  private static void spinVirtually(CountDownLatch mounted) {
    byte[] onCarrier = new byte[300 * KIB];
    mounted.countDown();
    while (spinning) Thread.onSpinWait();
    onCarrier[0]++;
  }

  private static void sleep() {
    try {
      Thread.sleep(1_000_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Thread start(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void startWorkers(int count) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(count);
    CountDownLatch all = new CountDownLatch(count);
    for (int i = 0; i < count; ++i) {
      pool.execute(() -> {
        all.countDown();
        try {
          all.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      });
    }
    all.await();
    Thread.sleep(300); // until all are idle again
  }

  private static void virtual(String name, Runnable body) throws Exception {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    Object named = type.getMethod("name", String.class).invoke(builder, name);
    type.getMethod("start", Runnable.class).invoke(named, body);
  }

  private static void await(Thread thread, Thread.State state) throws InterruptedException {
    while (thread.getState() != state) Thread.sleep(10);
  }
}
