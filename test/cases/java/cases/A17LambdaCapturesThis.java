package cases;

import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** A lambda that reads a field of its object and so captures the whole of it. */
class A17LambdaCapturesThis {
  static final List<Runnable> KEEP = new ArrayList<>();

  static class Outer {
    int count;

    void enqueue() {
      KEEP.add(() -> count++);
    }
  }

  public static void main(String[] args) throws Exception {
    enqueue();
    Answer.leaks(args);
  }

  private static void enqueue() {
    Outer outer = new Outer();
    outer.enqueue();
    Taproot.watch(outer, "outer");
  }
}
