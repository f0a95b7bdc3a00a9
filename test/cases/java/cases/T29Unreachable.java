package cases;

import java.util.ArrayList;
import java.util.List;

/** A histogram counts what is reached, not what merely lies in the heap. */
class T29Unreachable {
  static final List<Object> KEEP = new ArrayList<>();

  static int[] garbage;

  static class Kept {}

  static class Garbage {}

  public static void main(String[] args) throws Exception {
    fill();
    Answer.histogram(args);
  }

  private static void fill() {
    for (int i = 0; i < 1000; ++i) {
      KEEP.add(new Kept());
      new Garbage().hashCode();
      garbage = new int[1000];
    }
    garbage = null;
  }
}
