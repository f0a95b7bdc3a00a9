package churn;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An application that does not stand still: it allocates, collects, starts threads, loads and unloads classes. */
public final class Churn {
  static final ArrayDeque<Object> RECENT = new ArrayDeque<>();
  static final List<WeakReference<Object>> WEAK = new ArrayList<>();
  static final Map<Object, Object> SHARED = new ConcurrentHashMap<>();
  static volatile Object sink;
  static Link ring;

  static final class Link {
    Link next;
    Object load;
  }

  private Churn() {}

  /** Two threads; `shares`: they work on what is held elsewhere, too. */
  public static void begin(boolean shares) {
    for (int i = 0; i < 2; ++i) {
      int number = i;
      Thread thread = new Thread(() -> run(number, shares), "churn-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void run(int number, boolean shares) {
    for (int i = 0;; ++i) {
      if (number == 0) allocate(i);
      if (shares) share(i);
      if (i % 2000 == number) pass();
      if (i % 20_000 == 1 && number == 1) loadClass();
      if (i % 50_000 == 2 && number == 0) System.gc();
      if (i % 500 == 0) rest();
    }
  }

  private static void allocate(int i) {
    RECENT.add(i % 3 == 0 ? new byte[i % 5000] : i % 3 == 1 ? new Object[] {"text " + i, i} : (Runnable) () -> sink = i);
    WEAK.add(new WeakReference<>(RECENT.peekLast()));
    if (RECENT.size() > 3000) RECENT.poll();
    if (WEAK.size() > 10_000) WEAK.clear();
  }

  private static void share(int i) {
    SHARED.put(i % 5000, new Object[] {i, SHARED.get(i % 4999), null});
    if (i % 7 == 0) SHARED.remove(i % 3001);
    Link link = new Link();
    link.load = new int[i % 10];
    synchronized (SHARED) {
      link.next = i % 1000 == 0 ? null : ring;
      ring = link;
    }
    if (i % 7919 == 0) SHARED.clear();
  }

  private static void pass() {
    Thread passing = new Thread(() -> sink = new Object[10], "passing");
    passing.setDaemon(true);
    passing.start();
  }

  private static void loadClass() {
    try (InputStream in = Churn.class.getResourceAsStream("Passing.class")) {
      Class<?> hidden = MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
      sink = hidden.getDeclaredConstructor().newInstance();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void rest() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
