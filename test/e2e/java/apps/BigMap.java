package apps;

import java.util.HashMap;
import java.util.Map;
import org.taproot.Taproot;

/** A map of a million entries. */
final class BigMap {
  private BigMap() {}

  public static void main(String[] args) {
    Map<Integer, String> map = new HashMap<>();
    for (int i = 0; i < 1_000_000; ++i) map.put(i, i + "v");
    System.out.println(Taproot.deepSizeOf(map));
    System.out.println(Taproot.retainedBy(map).bytes());
  }
}
