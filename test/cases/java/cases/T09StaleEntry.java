package cases;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.taproot.Taproot;

/** The key is dead, the entry waits for the next use of its map. */
class T09StaleEntry {
  static final Map<Object, Object> CACHE = new WeakHashMap<>();

  static class Key {}

  public static void main(String[] args) throws Exception {
    putIntoMap();
    ExecutorService pool = Executors.newFixedThreadPool(1);
    pool.submit(T09StaleEntry::setThreadLocal).get();
    Answer.leaks(args);
    pool.shutdown();
  }

  private static void putIntoMap() {
    Key key = new Key();
    Big value = new Big();
    CACHE.put(key, value);
    Taproot.watch(key, "map key");
    Taproot.watch(value, "map value");
  }

  private static void setThreadLocal() {
    ThreadLocal<Big> perTask = new ThreadLocal<>();
    Big value = new Big();
    perTask.set(value);
    Taproot.watch(perTask, "thread local");
    Taproot.watch(value, "thread local's value");
  }
}
