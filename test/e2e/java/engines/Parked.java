package engines;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that stand still, with something in their frames. All are called "engine-...". */
final class Parked {
  private Parked() {}

  static final Object LOCK = new Object();
  static final ReentrantLock REENTRANT = new ReentrantLock();
  static final CountDownLatch NEVER = new CountDownLatch(1);
  static final List<Thread> THREADS = new ArrayList<>();
  static volatile Object sink;

  static void prepare() throws InterruptedException {
    Holders.LOCAL.set(new Object[] {"of main"});
    Holders.INHERITED.set("inherited from main");
    start("holder", Parked::hold, Thread.State.WAITING);
    start("parked", () -> locals(1L, "argument", 2.0, new Object[] {"array"}), Thread.State.WAITING);
    start("blocked", Parked::block, Thread.State.BLOCKED);
    start("locking", Parked::lock, Thread.State.WAITING);
    start("waiting", Parked::await, Thread.State.WAITING);
    start("sleeping", Parked::sleep, Thread.State.TIMED_WAITING);
    start("deep", () -> descend(100, null), Thread.State.WAITING);
    start("expression", Parked::inExpression, Thread.State.WAITING);
    start("compiled", Parked::compiled, Thread.State.WAITING);
  }

  private static void start(String name, Runnable body, Thread.State state) throws InterruptedException {
    Thread thread = new Thread(body, "engine-" + name);
    thread.setDaemon(true);
    THREADS.add(thread);
    thread.start();
    while (thread.getState() != state) Thread.sleep(5);
  }

  private static void hold() {
    Holders.LOCAL.set(new Object[] {"of a thread"});
    REENTRANT.lock();
    synchronized (LOCK) {
      LockSupport.park();
    }
  }

  private static void locals(long wide, Object argument, double alsoWide, Object[] array) {
    Object local = new StringBuilder("local");
    int number = 17;
    {
      Object closed = new byte[7];
      sink = closed;
    }
    Object none = null;
    for (Object each : array) {
      LockSupport.park();
      sink = new Object[] {wide, argument, alsoWide, local, number, none, each};
    }
  }

  private static void block() {
    Object mine = new Object[] {"before the lock"};
    synchronized (LOCK) {
      sink = mine;
    }
  }

  private static void lock() {
    Object mine = new Object[] {"before the other lock"};
    REENTRANT.lock();
    sink = mine;
  }

  private static void await() {
    Object mine = new Object[] {"before the wait"};
    try {
      NEVER.await();
    } catch (InterruptedException e) {
      sink = mine;
    }
  }

  private static void sleep() {
    Object mine = new Object[] {"before the sleep"};
    try {
      Thread.sleep(1_000_000);
    } catch (InterruptedException e) {
      sink = mine;
    }
  }

  private static void descend(int depth, Object above) {
    Object mine = new Object[] {depth, above};
    if (depth == 0) LockSupport.park();
    else descend(depth - 1, mine);
    sink = mine;
  }

  private static void inExpression() {
    sink = consume(new StringBuilder("on the expression stack"), 1L, park(), new Object());
  }

  private static Object consume(Object first, long number, Object parked, Object last) {
    return new Object[] {first, number, parked, last};
  }

  private static Object park() {
    LockSupport.park();
    return null;
  }

  private static void compiled() {
    for (int i = 0; i < 30_000; ++i) sink = often(i, new Object[] {i}, false);
    sink = often(0, new Object[] {"in a compiled frame"}, true);
  }

  private static Object often(int number, Object[] array, boolean parks) {
    Object local = new int[] {number};
    if (parks) LockSupport.park();
    return array.length > number ? local : array;
  }
}
