package apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.taproot.Taproot;

/** Nobody watches anything here: a map of sessions, a queue that nobody empties, threads that hold much. */
final class Suspicious {
  static final int SESSIONS = 20_000;
  static final int TASKS = 10_000;
  static final int WORKERS = 20;
  static final int KIB = 1024;

  private Suspicious() {}

  static final class Session {
    final byte[] cart = new byte[KIB - 16];
  }

  static final class Registry {
    static final Map<Integer, Session> active = new HashMap<>();
  }

  static final class Task {
    final byte[] input = new byte[KIB - 16];
  }

  static final class Scheduler {
    static final LinkedBlockingQueue<Task> queue = new LinkedBlockingQueue<>();
  }

  /** Each session is in both, so neither alone keeps it. */
  static final class Twice {
    static final List<Session> byAge = new ArrayList<>();
    static final List<Session> byName = new ArrayList<>();
  }

  static final class Buffer {
    final byte[] bytes = new byte[256 * KIB - 16];
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < SESSIONS; i++) Registry.active.put(i, new Session());
    write("map");
    Registry.active.clear();
    for (int i = 0; i < TASKS; i++) Scheduler.queue.add(new Task());
    write("queue");
    Scheduler.queue.clear();
    for (int i = 0; i < SESSIONS; i++) Twice.byAge.add(new Session());
    Twice.byName.addAll(Twice.byAge);
    write("twice");
    Twice.byAge.clear();
    Twice.byName.clear();
    for (int i = 0; i < WORKERS; i++) {
      ThreadLocal<Buffer> local = new ThreadLocal<>();
      Thread worker = new Thread(() -> {
        local.set(new Buffer());
        park();
      }, "pool-1-thread-" + i);
      worker.setDaemon(true);
      worker.start();
    }
    while (parked < WORKERS) Thread.sleep(1);
    write("threads");
    System.exit(0);
  }

  private static volatile int parked;

  private static synchronized void count() {
    parked++;
  }

  private static void park() {
    count();
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      // It may end.
    }
  }

  private static void write(String name) throws Exception {
    Files.writeString(Path.of(name + ".json"), Taproot.ask("suspects,format=json"));
    Files.writeString(Path.of(name + ".txt"), Taproot.ask("suspects,format=text"));
  }
}
