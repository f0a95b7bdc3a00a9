package org.taproot.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.taproot.Finding;
import org.taproot.LeakReport;
import org.taproot.Taproot;
import org.taproot.Watch;

/** The objects that should be gone at the end of one test. {@link LeakExtension} hands it to the test. */
public final class LeakWatcher implements AutoCloseable {
  private final List<Watch> watches = new ArrayList<>();

  LeakWatcher() {}

  /**
   * Expects that nothing holds the object at the end of the test. Does not hold it itself.
   *
   * @param object what should die
   * @param name what the failure calls it
   * @throws org.taproot.TaprootException if the native library is missing or does not run here
   */
  public synchronized void watch(Object object, String name) {
    watches.add(Taproot.watch(object, name));
  }

  /**
   * Judges at once instead of at the end of the test.
   *
   * @throws AssertionError if an object that is watched leaks; the message is the leak trace
   */
  public synchronized void failOnLeaks() {
    if (watches.isEmpty()) {
      return;
    }
    LeakReport report = Taproot.leaks(Duration.ZERO);
    Set<Long> ours = watches.stream().map(Watch::id).collect(Collectors.toSet());
    List<Finding> leaks = report.leaks().stream().filter(leak -> ours.contains(leak.id())).toList();
    if (!leaks.isEmpty()) {
      throw new AssertionError(leaks.stream()
          .map(Finding::toString)
          .collect(Collectors.joining("\n\n", leaks.size() + " of " + ours.size() + " watched objects leak\n\n", "\n")));
    }
  }

  /** Ends all watches. */
  @Override
  public synchronized void close() {
    watches.forEach(Watch::close);
    watches.clear();
  }
}
