package cases;

import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** A static collection that grows. */
class A01StaticCollection {
  static final List<Object> KEEP = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    handleRequest("big");
    handleRequest("second");
    Answer.leaks(args);
  }

  private static void handleRequest(String name) {
    Big big = new Big();
    KEEP.add(big);
    Taproot.watch(big, name);
  }
}
