package org.taproot;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.taproot.internal.Words;

/**
 * What became of a watched object.
 *
 * @param id the {@link Watch#id}
 * @param name the name under which it is watched
 * @param className its class
 * @param verdict what is to be said of it
 * @param age how long it is, or was, watched
 * @param collectionsSurvived garbage collections since then that it survived
 * @param object its number in this answer; none if it was collected
 * @param size what it weighs; zero if it was collected
 * @param path what holds it, where something does
 */
public record Finding(
    long id,
    String name,
    String className,
    Verdict verdict,
    Duration age,
    long collectionsSurvived,
    OptionalLong object,
    Size size,
    Optional<RootPath> path) {
  /** Whether the object is a leak. */
  public boolean isLeak() {
    return verdict.isLeak();
  }

  /** The leak trace. */
  @Override
  public String toString() {
    String headline = (isLeak() ? "LEAK  " : "") + className + " \"" + name + "\"   " + verdict + ", "
        + Words.count(collectionsSurvived, "collection") + " survived, watched " + Words.seconds(age);
    if (verdict == Verdict.COLLECTED) {
      return headline;
    }
    return headline + "\n      " + size + path.map(way -> "\n" + way).orElse("");
  }
}
