package engines;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** Arrays, texts, numbers and collections. */
final class Values {
  private Values() {}

  static final Object[] PRIMITIVE = {
    new boolean[0], new boolean[] {true}, new boolean[7],
    new byte[0], new byte[] {1}, new byte[1001],
    new char[0], new char[] {'c'}, new char[] {'a', 'b', 'c'},
    new short[0], new short[] {1}, new short[5],
    new int[0], new int[] {1}, new int[] {1, 2, 3},
    new long[0], new long[] {1}, new long[] {1, 2, 3},
    new float[0], new float[] {1}, new float[] {1, 2, 3},
    new double[0], new double[] {1}, new double[] {1, 2, 3},
  };
  static final Object[] NESTED = {
    new Object[0], new Object[1], new Object[] {null, new Object[] {null, "x", null}, new int[][] {{1}, null, {}}},
    new String[] {"a", null, "c"}, new Runnable[] {() -> {}, null}, new int[2][3][4], new Integer[] {1, 1000, null},
    new Comparable<?>[] {1, "two", 3L}, new Object[][][] {{{}}, {}, null},
  };
  /** Large enough to be treated otherwise by some collectors. */
  static final Object[] LARGE = large(300_000);
  static final byte[] LARGE_BYTES = new byte[3 << 20];
  static final long[] LARGE_LONGS = new long[200_003];

  static final String[] TEXTS = {
    "", "latin", "\u03b1\u03b2\u03b3", "x".repeat(100_001), "\u4e2d".repeat(1001), new String("latin"),
    "interned".concat(" text").intern(), "a\0b", "\ud83d\ude00",
  };
  static final StringBuilder BUILDER = new StringBuilder("with spare room");

  static final Object[] BOXED = {
    true, (byte) 1, 'c', (short) 2, 3, 4_000_000, 5L, 6f, 7.0, BigInteger.TWO.pow(300), new BigDecimal("1.25"),
    LocalDateTime.of(2020, 1, 2, 3, 4), new UUID(1, 2), Pattern.compile("(a|b)*c"), Optional.of("some"), new BitSet(99),
  };

  /** All in one bucket, which becomes a tree. */
  record Same(int number) implements Comparable<Same> {
    @Override
    public int hashCode() {
      return 17;
    }

    @Override
    public int compareTo(Same other) {
      return Integer.compare(number, other.number);
    }
  }

  static final Map<Object, Object> MAP = fill(new HashMap<>());
  static final Map<Object, Object> IN_ORDER = fill(new LinkedHashMap<>());
  static final Map<Object, Object> CONCURRENT = fill(new ConcurrentHashMap<>());
  static final Map<Object, Object> BY_IDENTITY = fill(new IdentityHashMap<>());
  static final Map<Object, Object> SORTED = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
  static final Map<Object, Object> SKIPPING = new ConcurrentSkipListMap<>(Map.of("a", 1, "b", 2, "c", 3));
  static final Map<Shapes.Colour, Object> BY_COLOUR = new EnumMap<>(Map.of(Shapes.Colour.RED, "red"));
  static final Map<Object, Object> ONE_BUCKET = oneBucket();
  static final List<Object> LIST = new ArrayList<>(Arrays.asList(1, null, "three"));
  static final List<Object> LINKED = new LinkedList<>(numbers(1000));
  static final ArrayDeque<Object> DEQUE = new ArrayDeque<>(numbers(20));
  static final PriorityQueue<Object> QUEUE = new PriorityQueue<>(numbers(20));
  static final List<Object> COPIED = new CopyOnWriteArrayList<>(numbers(3));
  static final Object[] IMMUTABLE = {List.of(), List.of(1), List.of(1, 2, 3), Map.of("k", "v"), Map.of(1, 2, 3, 4)};

  static final ClassValue<Object> META = new ClassValue<>() {
    @Override
    protected Object computeValue(Class<?> type) {
      return new Object[] {type, "value of " + type};
    }
  };

  private static Object[] large(int length) {
    Object[] array = new Object[length];
    for (int i = 0; i < length; i += 7) array[i] = i;
    return array;
  }

  private static Map<Object, Object> fill(Map<Object, Object> map) {
    for (int i = 0; i < 100; ++i) map.put("key " + i, i);
    map.put("itself", new Object[] {map});
    return map;
  }

  private static Map<Object, Object> oneBucket() {
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 100; ++i) map.put(new Same(i), new int[i]);
    return map;
  }

  private static List<Integer> numbers(int count) {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < count; ++i) list.add(i * 7 % 1000);
    return list;
  }
}
