package org.taproot;

import org.taproot.internal.Answers;

/**
 * Finds what grows with each run of a scenario.
 *
 * <pre>{@code
 * try (GrowthScenario growth = Taproot.growth()) {
 *   for (int run = 0; run < 5; run++) {
 *     scenario.run();
 *     growth.round();
 *   }
 *   System.out.println(growth.report());
 * }
 * }</pre>
 *
 * <p>Between rounds only counts by groups of paths are kept, not objects. One measurement of growth at a time may go on
 * in a VM, whoever began it. To be used by one thread at a time.
 */
public final class GrowthScenario implements AutoCloseable {
  private boolean closed;

  GrowthScenario() {
    step("begin");
  }

  /** Looks at the heap once more: to be called after each run of the scenario. Three rounds are the least of use. */
  public void round() {
    step("round");
  }

  /** What has grown in each of the rounds. Looks at the heap again, to weigh it. */
  public GrowthReport report() {
    return Answers.growth(step("report"));
  }

  /** Ends the measurement, if nobody has cancelled it. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      step("end");
    } catch (TaprootException e) {
      // It was cancelled, and round() has said so.
    }
  }

  private static String step(String name) {
    return Taproot.ask("growth,format=json,scenario=" + name);
  }
}
