package cases;

import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** "I kept one of five rows": a view keeps the list behind it. */
class A25SubList {
  static final List<Object> KEEP = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    keepFirstRow();
    Answer.leaks(args);
  }

  private static void keepFirstRow() {
    List<Big> rows = new ArrayList<>();
    for (int i = 0; i < 5; ++i) rows.add(new Big());
    KEEP.add(rows.subList(0, 1));
    Taproot.watch(rows.get(4), "fifth row");
    Taproot.watch(KEEP.get(0), "view");
  }
}
