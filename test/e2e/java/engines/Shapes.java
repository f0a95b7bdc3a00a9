package engines;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.function.Supplier;

/** Objects of classes of all kinds. */
final class Shapes {
  private Shapes() {}

  interface Constants {
    Object K1 = new Object();
    String K2 = "constant " + Shapes.class.getName();
    int K3 = 3;
  }

  interface MoreConstants extends Constants {
    Object[] K4 = {K1, K2};
  }

  static class Base {
    static Object baseStatic = new Object();
    byte b = 1;
    Object first = "first";
    long l = 2;
    static long number = 7;
    Object second;
  }

  @Marked("middle")
  static class Middle extends Base implements MoreConstants {
    short s = 3;
    Object third = new int[] {3};
    boolean z = true;
    static Object middleStatic = new Object[] {K4, null};
  }

  static final class Leaf extends Middle {
    Object fourth = K4;
    int i = 4;
    double d = 5;
    Leaf self = this;
    char c = 'c';
    String text = "leaf";
    static Leaf latest;
  }

  /** Its superclass ends in the middle of a word. */
  static class Narrow {
    byte one = 1;
  }

  static class Wider extends Narrow implements Constants {
    byte two = 2;
    Object reference = new Narrow();
  }

  static class NoFields {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {
    String value();
  }

  record Point(int x, Object next, long y, String name) {}

  record Empty() {}

  enum Colour {
    RED,
    GREEN {
      final Object own = new Object();

      @Override
      Object extra() {
        return own;
      }
    };

    final Object[] shades = {name(), null, this};

    Object extra() {
      return null;
    }
  }

  final class Inner {
    final Object outer = Shapes.this;
  }

  static final class Cycle {
    Cycle next;
    Object load = new byte[3];
  }

  static final class Finalizable {
    Object payload = new byte[10];

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {}
  }

  static final Leaf LEAF = new Leaf();
  static final Object[] FAMILY = {new Base(), new Middle(), new Leaf(), null, new Wider(), new Middle[1]};
  static final Object NONE = new NoFields();
  static final Point POINTS = points(100);
  static final Object EMPTY = new Empty();
  static final Colour COLOUR = Colour.GREEN;
  static final Inner INNER = new Shapes().new Inner();
  static final Cycle CYCLE = cycle(5);
  static final Object FINALIZABLE = new Finalizable();
  static final Object ANONYMOUS = anonymous("captured", 17L);
  static final Runnable NOT_CAPTURING = () -> {};
  static final Supplier<Object> CAPTURING = capturing(new Object[] {1, "two"}, 3);
  static final Throwable THROWN = thrown();
  static Object nothing;

  private static Point points(int count) {
    Point next = null;
    for (int i = 0; i < count; ++i) next = new Point(i, next, -i, "point " + i);
    return next;
  }

  private static Cycle cycle(int length) {
    Cycle first = new Cycle();
    Cycle last = first;
    for (int i = 1; i < length; ++i) last = last.next = new Cycle();
    last.next = first;
    return first;
  }

  private static Object anonymous(String text, long number) {
    return new Object() {
      final Object mine = new Object[1];

      @Override
      public String toString() {
        return text + number + mine;
      }
    };
  }

  private static Supplier<Object> capturing(Object[] array, int number) {
    return () -> array[number];
  }

  private static Throwable thrown() {
    try {
      throw new IllegalStateException("with a cause", new RuntimeException("and a trace"));
    } catch (IllegalStateException e) {
      e.addSuppressed(new Exception("suppressed"));
      e.getStackTrace();
      return e;
    }
  }

  /** What the VM and the JDK keep in fields of java.lang.Class, once they are asked. */
  static void prepare() throws Throwable {
    Leaf.latest = LEAF;
    Values.META.get(Middle.class);
    Values.META.get(String.class);
    if (Middle.class.getAnnotations().length != 1) throw new AssertionError();
    if (Colour.class.getEnumConstants().length != 2) throw new AssertionError();
    if (Colour.valueOf("RED") != Colour.RED) throw new AssertionError();
    if (Leaf.class.getDeclaredFields().length == 0) throw new AssertionError();
    if (Wider.class.getGenericInterfaces().length != 1) throw new AssertionError();
    Holders.prepare();
  }
}
