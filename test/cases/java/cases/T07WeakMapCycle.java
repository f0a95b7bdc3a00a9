package cases;

import java.util.Map;
import java.util.WeakHashMap;
import org.taproot.Taproot;

/** "It is a WeakHashMap, it cannot leak": but the value refers to its own key. */
class T07WeakMapCycle {
  static final Map<Object, Object> CACHE = new WeakHashMap<>();

  static class Key {}

  static class Value {
    Object x;
  }

  public static void main(String[] args) throws Exception {
    put();
    Answer.leaks(args);
  }

  private static void put() {
    Key key = new Key();
    Value value = new Value();
    value.x = key;
    CACHE.put(key, value);
    Taproot.watch(key, "key");
  }
}
