package apps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.taproot.Finding;
import org.taproot.Histogram;
import org.taproot.LeakReport;
import org.taproot.RootKind;
import org.taproot.RootPath;
import org.taproot.Taproot;
import org.taproot.TaprootException;
import org.taproot.Verdict;
import org.taproot.Watch;

/** The Java interface, without an agent: typed answers and typed complaints. */
final class Typed {
  static final List<Object> KEEP = new ArrayList<>();

  private Typed() {}

  public static void main(String[] args) {
    require(Taproot.isAvailable(), "available");
    Watch kept = keep();
    Watch dropped = drop();
    LeakReport report = Taproot.leaks(Duration.ZERO);
    require(verdict(report, "kept") == Verdict.STRONGLY_REACHABLE, "kept: " + report);
    require(verdict(report, "dropped") == Verdict.COLLECTED, "dropped: " + report);
    require(verdict(Taproot.leaks(Duration.ofHours(1)), "kept") == Verdict.TOO_YOUNG, "too young");

    Optional<RootPath> path = Taproot.pathTo(KEEP.get(0));
    require(path.isPresent() && path.get().root().kind() == RootKind.STATIC_FIELD, "path " + path);
    Histogram histogram = Taproot.histogram(5);
    require(histogram.rows().size() == 5, "histogram " + histogram);
    nullsAndNonsense();
    System.out.println("done");
  }

  private static Watch keep() {
    Object object = new Session("kept");
    KEEP.add(object);
    return Taproot.watch(object, "kept");
  }

  private static Watch drop() {
    return Taproot.watch(new Session("dropped"), "dropped");
  }

  private static Verdict verdict(LeakReport report, String name) {
    for (Finding finding : report.findings()) {
      if (finding.name().equals(name)) return finding.verdict();
    }
    throw new AssertionError("nothing about " + name + " in " + report);
  }

  private static void nullsAndNonsense() {
    expect(NullPointerException.class, "null", () -> Taproot.watch(null, "nothing"));
    expect(NullPointerException.class, "null", () -> Taproot.deepSizeOf(null));
    expect(NullPointerException.class, "null", () -> Taproot.sizeDelta(null, "a"));
    expect(TaprootException.class, "'leeks'", () -> Taproot.ask("leeks"));
    expect(TaprootException.class, "no.such.Class", () -> Taproot.ask("size,class=no.such.Class"));
  }

  private static void expect(Class<? extends Exception> kind, String word, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      require(kind.isInstance(e) && e.getMessage().contains(word), e.toString());
      return;
    }
    throw new AssertionError("no " + kind);
  }

  private static void require(boolean condition, String what) {
    if (!condition) throw new AssertionError(what);
  }
}
