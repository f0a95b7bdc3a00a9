package org.taproot;

import java.time.Duration;

/**
 * A question that is being answered.
 *
 * @param verb what was asked, such as "leaks"
 * @param phase what the answer is at, in words; empty at first
 * @param fraction how much of the phase is done, 0 to 1
 * @param running for how long
 */
public record Work(String verb, String phase, double fraction, Duration running) {
  @Override
  public String toString() {
    String at = phase.isEmpty() ? "" : ", " + phase + " " + Math.round(fraction * 100) + " %";
    return verb + at + ", for " + running.toMillis() + " ms";
  }
}
