package apps;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.taproot.Taproot;

/** Known waste, each in a field of its own. Asks with every command given, answers in files 0, 1, ... */
final class Wasteful {
  private Wasteful() {}

  static final class Order {
    Object status;
    Object wide;
    Object tags;
    Object items;
    Object number;
  }

  static final class Key {
    @Override
    public int hashCode() {
      return 7;
    }
  }

  static final Order[] ORDERS = new Order[1000];
  static Object shared;
  static Object blocks;
  static Object zeros;
  static Object sevens;
  static Object slots;
  static Object none;
  static Object builders;
  static Object streams;
  static Object colliding;
  static Object emptySets;
  static Object iteratedSets;
  static Object emptyMaps;
  static Object concurrentMaps;
  static Object linked;
  static Object trees;
  static Object arrayDeques;
  static Object linkedMaps;
  static Object copyOnWrite;
  static Object properties;
  static Object identity;
  static Object cached;

  static String text(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  static <T> List<T> times(int count, java.util.concurrent.Callable<T> make) throws Exception {
    Object[] all = new Object[count];
    for (int i = 0; i < count; i++) all[i] = make.call();
    @SuppressWarnings("unchecked")
    List<T> list = (List<T>) Arrays.asList(all);
    return list;
  }

  static void fillOrders() {
    for (int i = 0; i < ORDERS.length; i++) {
      Order order = ORDERS[i] = new Order();
      order.status = text("status PENDING");
      order.wide = text("статус");
      order.tags = new ArrayList<>();
      ArrayList<Object> items = new ArrayList<>(50);
      items.add(order);
      order.items = items;
      order.number = Integer.valueOf(100_000 + i);
    }
  }

  static int[] block() {
    int[] block = new int[100];
    for (int i = 0; i < block.length; i++) block[i] = i * i + 1;
    return block;
  }

  static Object[] sparse() {
    Object[] slots = new Object[64];
    slots[3] = Order.class;
    return slots;
  }

  static Set<Object> iterated() {
    Set<Object> set = new HashSet<>();
    for (Object ignored : set) throw new AssertionError();
    return set;
  }

  static Map<Object, Object> collide() {
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 10; i++) map.put(new Key(), "");
    return map;
  }

  static Map<Object, Object> oneEntry(Map<Object, Object> map) {
    map.put("k", "v");
    return map;
  }

  static ByteArrayOutputStream stream() {
    ByteArrayOutputStream stream = new ByteArrayOutputStream(1000);
    stream.write(1);
    return stream;
  }

  public static void main(String[] args) throws Exception {
    fillOrders();
    String original = text("of one array");
    shared = times(10, () -> new String(original));
    blocks = times(20, Wasteful::block);
    zeros = times(5, () -> new byte[1000]);
    sevens = times(5, () -> {
      long[] all = new long[50];
      Arrays.fill(all, 7);
      return all;
    });
    slots = times(30, Wasteful::sparse);
    none = times(40, () -> new short[0]);
    builders = times(10, () -> new StringBuilder(500).append("x"));
    streams = times(10, Wasteful::stream);
    colliding = times(3, Wasteful::collide);
    emptySets = times(10, HashSet::new);
    iteratedSets = times(10, Wasteful::iterated);
    emptyMaps = times(10, HashMap::new);
    concurrentMaps = times(10, ConcurrentHashMap::new);
    linked = times(10, LinkedList::new);
    trees = times(10, TreeMap::new);
    arrayDeques = times(10, () -> new ArrayDeque<>(100));
    linkedMaps = times(10, () -> oneEntry(new LinkedHashMap<>(100)));
    copyOnWrite = times(10, CopyOnWriteArrayList::new);
    properties = times(10, Properties::new);
    identity = times(10, () -> oneEntry(new IdentityHashMap<>(100)));
    cached = times(10, () -> 7);
    for (int i = 0; i < args.length; i++) Files.writeString(Path.of(i + ".answer"), Taproot.ask(args[i]));
  }
}
