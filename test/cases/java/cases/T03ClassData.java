package cases;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** Class data lies in a field of java.lang.Class itself; and a strong hidden class is held by its loader alone. */
class T03ClassData {
  static final List<Object> KEEP = new ArrayList<>();

  /** What the hidden classes are made of. */
  static class Template {}

  public static void main(String[] args) throws Exception {
    KEEP.add(define("of a kept class"));
    define("of a forgotten class", Lookup.ClassOption.STRONG);
    Answer.leaks(args);
  }

  private static Class<?> define(String name, Lookup.ClassOption... options) throws Exception {
    Big big = new Big();
    Taproot.watch(big, name);
    try (InputStream in = T03ClassData.class.getResourceAsStream("T03ClassData$Template.class")) {
      return MethodHandles.lookup().defineHiddenClassWithClassData(in.readAllBytes(), big, true, options).lookupClass();
    }
  }
}
