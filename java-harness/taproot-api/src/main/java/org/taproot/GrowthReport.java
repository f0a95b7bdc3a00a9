package org.taproot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.taproot.internal.Words;

/**
 * What grew in each round.
 *
 * @param rounds the rounds, oldest first
 * @param growing what grew, the most bytes first; nothing that lies below another of them
 * @param bytesPerSecond how fast all of that grew together
 * @param untilHeapLimit when the heap is full of live objects at this rate; empty if nothing grows
 * @param notes what else there is to know
 */
public record GrowthReport(
    List<Round> rounds,
    List<Growing> growing,
    double bytesPerSecond,
    Optional<Duration> untilHeapLimit,
    List<String> notes) {
  /**
   * The heap in one round.
   *
   * @param objects strongly reachable
   * @param bytes what they weigh
   */
  public record Round(long objects, long bytes) {}

  /**
   * Objects that became more in each round, all held in the same way.
   *
   * @param className their class
   * @param path how they are held, from the root on, in words
   * @param objects how many they were, by round
   * @param bytes what they and all below them weighed, by round
   * @param objectsPerSecond how fast they became more; 0 if no time passed
   * @param bytesPerSecond how fast they grew
   * @param retainedBytes what would be free without them; empty if it was not weighed
   */
  public record Growing(
      String className,
      String path,
      List<Long> objects,
      List<Long> bytes,
      double objectsPerSecond,
      double bytesPerSecond,
      Optional<Long> retainedBytes) {
    public Growing {
      objects = List.copyOf(objects);
      bytes = List.copyOf(bytes);
    }

    @Override
    public String toString() {
      String counts = objects.stream().map(String::valueOf).collect(Collectors.joining(" -> "));
      return counts + " " + className + retainedBytes.map(kept -> ", retaining " + kept + " bytes").orElse("") + "\n  "
          + path;
    }
  }

  public GrowthReport {
    rounds = List.copyOf(rounds);
    growing = List.copyOf(growing);
    notes = List.copyOf(notes);
  }

  /** Whether anything grew in each round. */
  public boolean hasGrowth() {
    return !growing.isEmpty();
  }

  /** What grew, each with its counts and how it is held. */
  @Override
  public String toString() {
    String headline = growing.isEmpty()
        ? "nothing grew in each of " + Words.count(rounds.size(), "round")
        : growing.size() + " growing over " + Words.count(rounds.size(), "round");
    return Stream.concat(Stream.of(headline), growing.stream().map(Growing::toString))
        .collect(Collectors.joining("\n"));
  }
}
