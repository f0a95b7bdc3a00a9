package org.taproot;

import java.util.Locale;

/**
 * A class in a histogram.
 *
 * @param className its name
 * @param loader its loader
 * @param instances how many objects of it are reachable
 * @param shallowBytes what these weigh on their own, in bytes
 */
public record HistogramRow(String className, String loader, long instances, long shallowBytes) {
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,14d %,16d  %s", instances, shallowBytes, className);
  }
}
