package org.taproot;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The classes of all reachable objects. Sizes are in bytes.
 *
 * @param vm the VM that was asked
 * @param capture how the answer was got
 * @param instances objects of all classes
 * @param shallowBytes bytes of these
 * @param rows the heaviest classes, the heaviest first; one row for each class, so a name may stand there twice with
 *     two loaders
 * @param omittedRows classes that were asked to be left out
 */
public record Histogram(
    VmInfo vm, CaptureInfo capture, long instances, long shallowBytes, List<HistogramRow> rows, long omittedRows) {
  public Histogram {
    rows = List.copyOf(rows);
  }

  /** The histogram as a table. */
  @Override
  public String toString() {
    return String.format("%14s %16s  class\n", "instances", "shallow bytes")
        + rows.stream().map(row -> row + "\n").collect(Collectors.joining())
        + new HistogramRow("in all, " + omittedRows + " classes not shown", "", instances, shallowBytes);
  }
}
