package apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.taproot.Histogram;
import org.taproot.HistogramRow;
import org.taproot.Taproot;

/**
 * Threads that allocate, start and end all the time, and threads that ask all the time. What is
 * kept must be counted to the unit in every answer.
 */
final class Busy {
  static final int KEPT = 1000;
  static final List<Object> KEEP = new ArrayList<>();
  static final ConcurrentLinkedQueue<Object> CHURN = new ConcurrentLinkedQueue<>();
  static volatile boolean done;
  static volatile Object sink;

  static final class Kept {
    Object next;
  }

  private Busy() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < KEPT; ++i) KEEP.add(new Kept());
    List<Thread> allocating = start(2, Busy::allocate);
    List<Thread> asking = start(3, Busy::ask);
    for (Thread thread : asking) thread.join();
    done = true;
    for (Thread thread : allocating) thread.join();
    Files.writeString(Path.of("leaks.json"), Taproot.ask("leaks,format=json,delay=0s"));
    System.out.println("done");
  }

  private static List<Thread> start(int count, Runnable task) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; ++i) {
      Thread thread = new Thread(task);
      thread.start();
      threads.add(thread);
    }
    return threads;
  }

  private static void allocate() {
    for (int i = 0; !done; ++i) {
      CHURN.add(new byte[i % 1000]);
      if (CHURN.size() > 1000) sink = CHURN.poll();
      if (i % 1000 == 0) {
        Thread passing = new Thread(() -> sink = new Object[10]);
        passing.start();
        Taproot.watch(passing, "passing");
      }
    }
  }

  private static void ask() {
    for (int i = 0; i < 2; ++i) {
      count("address", Taproot.ask("histogram,format=json,top=100000,identity=address"));
      count("tags", Taproot.ask("histogram,format=json,top=100000,identity=tags"));
      Histogram typed = Taproot.histogram(100_000);
      long kept = typed.rows().stream().mapToLong(Busy::kept).sum();
      if (kept != KEPT) throw new AssertionError(typed);
      long deep = Taproot.deepSizeOf(KEEP);
      if (deep < 16L * KEPT || deep > 40L * KEPT) throw new AssertionError(deep);
    }
  }

  private static long kept(HistogramRow row) {
    return row.className().equals("apps.Busy$Kept") ? row.instances() : 0;
  }

  private static void count(String identity, String document) {
    String squeezed = document.replaceAll("\\s", "");
    if (!squeezed.contains("\"identity\":\"" + identity + "\"")) throw new AssertionError(squeezed);
    String row = "\"class\":\"apps.Busy$Kept\",\"loader\":\"app\",\"instances\":" + KEPT + ",";
    if (!squeezed.contains(row)) throw new AssertionError(identity + ": " + squeezed);
  }
}
