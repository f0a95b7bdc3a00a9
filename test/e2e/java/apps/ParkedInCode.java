package apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.taproot.Taproot;

/** Virtual threads that wait in compiled code, in all ways that unmount them; then asks what they hold. */
final class ParkedInCode {
  private static final int THREADS = 300;
  private static final int WARMING = 1500;
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Object MONITOR = new Object();
  private static final Object CONDITION = new Object();
  private static final List<Thread> KEEP = new ArrayList<>();
  private static volatile boolean warming = true;
  private static volatile Object sink;

  private ParkedInCode() {}

  record Payload(int number, byte[] bytes) {
    Payload(int number) {
      this(number, new byte[24]);
    }
  }

  /** Arguments: pairs of a file and a command. */
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < WARMING; ++i) {
      virtual("warm", ParkedInCode::warm).join();
    }
    warming = false;
    holdLocks();
    for (int i = 0; i < THREADS; ++i) {
      int number = i;
      KEEP.add(virtual(kind(i) + "-" + i, () -> run(number)));
      if (i == THREADS / 2) System.gc(); // what waits by then has been met by a collector
    }
    Thread.sleep(1000); // until they are unmounted
    for (int i = 0; i < args.length; i += 2) {
      Files.writeString(Path.of(args[i]), Taproot.ask(args[i + 1]));
    }
    System.exit(0);
  }

  private static Thread virtual(String name, Runnable body) throws Exception {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    Object named = type.getMethod("name", String.class).invoke(builder, name);
    return (Thread) type.getMethod("start", Runnable.class).invoke(named, body);
  }

  private static void holdLocks() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Thread holder = new Thread(() -> {
      LOCK.lock();
      synchronized (MONITOR) {
        held.countDown();
        LockSupport.park();
      }
    });
    holder.setDaemon(true);
    holder.start();
    held.await();
  }

  private static void warm() {
    for (int i = 0; i < 50; ++i) descend(8 + i % 4, new Payload(i), "x", i);
  }

  // Up to 23 a virtual thread stays mounted while it waits for a monitor.
  private static String kind(int i) {
    boolean unmounts = Runtime.version().feature() >= 24;
    return switch (i % 10) {
      case 0 -> "sleeping";
      case 1 -> "locked-out";
      case 2 -> unmounts ? "blocked" : "parked";
      case 3 -> unmounts ? "waiting" : "parked";
      default -> "parked";
    };
  }

  private static void run(int i) {
    Payload payload = new Payload(i);
    try {
      switch (kind(i)) {
        case "sleeping" -> Thread.sleep(1_000_000);
        case "locked-out" -> LOCK.lock();
        case "blocked" -> block(payload);
        case "waiting" -> await(payload);
        default -> descend(8 + i % 4, payload, "y", i);
      }
    } catch (InterruptedException e) {
      sink = e;
    }
    sink = payload;
  }

  private static void block(Payload payload) {
    synchronized (MONITOR) {
      sink = payload;
    }
  }

  private static void await(Payload payload) throws InterruptedException {
    synchronized (CONDITION) {
      CONDITION.wait();
      sink = payload;
    }
  }

  private static int descend(int depth, Payload payload, Object passed, long number) {
    Payload own = new Payload(depth);
    String text = "s" + depth;
    int below = 1;
    if (depth == 0) {
      park(payload, own);
    } else {
      below = descend(depth - 1, own, text, number * 31 + depth) + (int) (number & 7);
    }
    sink = passed;
    return below + payload.number() + own.number() + text.length();
  }

  private static void park(Payload first, Payload second) {
    if (warming) {
      if (first.number() % 16 == 0) Thread.yield();
      return;
    }
    int sum = first.number() + second.number();
    LockSupport.park();
    sink = new Object[] {first, second, sum};
  }
}
