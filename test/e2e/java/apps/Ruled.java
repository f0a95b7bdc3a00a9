package apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.taproot.Taproot;
import org.taproot.TaprootException;

/** Objects that are held in ways which rules can name, and what is known of them. */
final class Ruled {
  static final class Item {
    final byte[] bytes = new byte[1000];
  }

  static final class Cache {
    Item last;
  }

  static final class Connection {
    final Item item = new Item();
    boolean closed;
  }

  static final Cache CACHE = new Cache();
  static final List<Item> RECENT = new ArrayList<>();
  static final Map<String, Item> SESSIONS = new HashMap<>();
  static final List<Connection> POOL = new ArrayList<>();
  static final List<Thread> THREADS = new ArrayList<>();

  private Ruled() {}

  /** Arguments: file, command, file, command, ... */
  public static void main(String[] args) throws Exception {
    CACHE.last = watched("cached");
    RECENT.add(watched("recent"));
    for (int i = 0; i < 20; ++i) SESSIONS.put("session " + i, watched("session " + i));
    Connection connection = new Connection();
    connection.closed = true;
    POOL.add(connection);
    Taproot.watch(connection.item, "of a closed connection");
    connection = null;
    startReaper();
    endedThread();
    for (int i = 0; i < args.length; i += 2) Files.writeString(Path.of(args[i]), ask(args[i + 1]));
    System.exit(0);
  }

  private static Item watched(String name) {
    Item item = new Item();
    Taproot.watch(item, name);
    return item;
  }

  private static void startReaper() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    Thread reaper = new Thread(() -> hold(watched("in a local"), running), "acme-reaper-1");
    reaper.setDaemon(true);
    reaper.start();
    running.await();
  }

  private static void hold(Item item, CountDownLatch running) {
    running.countDown();
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      System.out.println(item);
    }
  }

  /** A thread that has ended is kept with all that it has. */
  private static void endedThread() throws InterruptedException {
    Item item = watched("of an ended thread");
    Thread thread = new EndedThread(item);
    thread.start();
    thread.join();
    THREADS.add(thread);
  }

  private static final class EndedThread extends Thread {
    final Item item;

    EndedThread(Item item) {
      this.item = item;
    }
  }

  private static String ask(String command) {
    try {
      return Taproot.ask(command);
    } catch (TaprootException e) {
      return "refused: " + e.getMessage();
    }
  }
}
