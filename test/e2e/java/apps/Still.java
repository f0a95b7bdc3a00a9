package apps;

import java.io.File;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.taproot.Taproot;

/** Objects of all kinds that hold still while they are captured by tags, by address, by tags... */
final class Still {
  static final List<Object> KEEP = new ArrayList<>();

  record Point(int x, Object next) {}

  enum Colour { RED, GREEN }

  private Still() {}

  public static void main(String[] args) throws Exception {
    fill();
    park();
    // The first round warms up. Names are of the same length, for they are objects, too.
    for (int round = 0; round < 3; ++round) {
      ask(round + "-t.json", "histogram,format=json,top=100000,identity=tags");
      ask(round + "-a.json", "histogram,format=json,top=100000,identity=address");
    }
    ask("leaks-t.json", "leaks,format=json,delay=0s,identity=tags");
    ask("leaks-a.json", "leaks,format=json,delay=0s,identity=address");
  }

  private static void ask(String file, String command) throws Exception {
    Files.writeString(Path.of(file), Taproot.ask(command));
  }

  private static void fill() throws Exception {
    Object next = null;
    for (int i = 0; i < 1000; ++i) next = new Point(i, next);
    KEEP.add(next);
    KEEP.add(new int[][][] {{{1}, {2, 3}}, {}});
    KEEP.add(new ConcurrentHashMap<>(Map.of("a", Colour.RED, "b", Colour.GREEN)));
    KEEP.add(new IdentityHashMap<>(Map.of(1, 2L, 'c', 4.0)));
    KEEP.add(new WeakReference<>(next));
    KEEP.add(new SoftReference<>(new byte[100]));
    Object captured = KEEP;
    Supplier<Object> lambda = () -> captured;
    KEEP.add(lambda);
    KEEP.add(new RuntimeException("with a stack trace"));
    KEEP.add(newWebapp());
    Taproot.watch(next, "points");
    Taproot.watch(lambda, "lambda");
  }

  private static Object newWebapp() throws Exception {
    URL classes = new File(System.getProperty("webapp")).toURI().toURL();
    ClassLoader loader = new URLClassLoader(new URL[] {classes});
    return Class.forName("webapp.W", true, loader).getConstructor().newInstance();
  }

  private static void park() throws Exception {
    CountDownLatch parked = new CountDownLatch(1);
    Thread thread = new Thread(() -> sleep(parked), "sleeper");
    thread.setDaemon(true);
    thread.start();
    parked.await();
    while (thread.getState() != Thread.State.TIMED_WAITING) Thread.sleep(10);
  }

  private static void sleep(CountDownLatch parked) {
    byte[] local = new byte[10];
    parked.countDown();
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw new AssertionError("" + local.length, e);
    }
  }
}
