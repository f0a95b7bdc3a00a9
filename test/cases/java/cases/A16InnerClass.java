package cases;

import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** "I only kept a small inner object." It uses its outer one, so that every javac keeps this$0. */
class A16InnerClass {
  static final List<Object> KEEP = new ArrayList<>();

  static class Outer {
    final Big big = new Big();

    class Inner {
      int size() {
        return big.bytes.length;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    keepInner();
    Answer.leaks(args);
  }

  private static void keepInner() {
    Outer outer = new Outer();
    KEEP.add(outer.new Inner());
    Taproot.watch(outer, "outer");
  }
}
