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
 * @param retained what would be garbage if it were, where that was weighed
 * @param path what holds it, where something does
 * @param signature the same for leaks that are held in the same way; empty if it is no leak
 * @param libraryLeak why it is a library that holds it, and not the application's fault; else empty
 * @param ignored why a rule says that it is no leak though it is held; else empty
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
    Optional<Retained> retained,
    Optional<RootPath> path,
    Optional<String> signature,
    Optional<String> libraryLeak,
    Optional<String> ignored) {
  /** Whether the object is a leak of the application's own. */
  public boolean isLeak() {
    return verdict.isLeak() && libraryLeak.isEmpty() && ignored.isEmpty();
  }

  /** The leak trace. */
  @Override
  public String toString() {
    String headline = heading() + className + " \"" + name + "\"   " + verdict + ", "
        + Words.count(collectionsSurvived, "collection") + " survived, watched " + Words.seconds(age);
    if (verdict == Verdict.COLLECTED) {
      return headline;
    }
    return headline + libraryLeak.or(() -> ignored).map(why -> "\n      " + why).orElse("") + "\n      " + size
        + retained.map(kept -> ", retains " + kept).orElse("") + path.map(way -> "\n" + way).orElse("");
  }

  private String heading() {
    if (isLeak()) {
      return "LEAK  ";
    }
    return !verdict.isLeak() ? "" : ignored.isPresent() ? "IGNORED  " : "LIBRARY LEAK  ";
  }
}
