package cases;

/** What depends on the size of headers and references: S01, S02, S03, S06. */
class S01Headers {
  public static void main(String[] args) {
    Sizes.write("Object", new Object());
    Sizes.write("Integer", Integer.valueOf(1));
    Sizes.write("Long", Long.valueOf(1));
    Sizes.write("int_0", new int[0]);
    Sizes.write("int_1", new int[1]);
    Sizes.write("boolean_100", new boolean[100]);
    Sizes.write("Object_10", new Object[10]);
    Sizes.write("Object_1000", new Object[1000]);
    Sizes.write("latin1", "abc");
    Sizes.write("utf16", "\u03b1\u03b2\u03b3");
  }
}
