package cases;

import java.util.HashMap;
import java.util.Map;

/** Two maps with the same thousand values. */
class S05SharedValues {
  static final Pair PAIR = new Pair();

  static final class Pair {
    final Map<Integer, Object> one = new HashMap<>();
    final Map<Integer, Object> other = new HashMap<>();
  }

  public static void main(String[] args) throws Exception {
    fill();
    Sizes.write("one", "size,retained=true,format=json", PAIR.one);
    Sizes.write("other", "size,retained=true,format=json", PAIR.other);
    Sizes.write("pair", "size,retained=true,format=json", PAIR);
    Sizes.write("both", "size,retained=true,format=json", PAIR.one, PAIR.other);
    Answer.write(args, org.taproot.Taproot.ask(Answer.command("dominators,format=json,top=100000,min=0")));
  }

  private static void fill() {
    // The keys are of the JDK's own cache or shared, so that they count for neither map.
    for (int i = 0; i < 1000; ++i) {
      Integer key = i;
      byte[] value = new byte[1000];
      PAIR.one.put(key, value);
      PAIR.other.put(key, value);
    }
  }
}
