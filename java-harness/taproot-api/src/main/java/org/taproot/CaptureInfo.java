package org.taproot;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.taproot.internal.Words;

/**
 * How the answer was got, and what that cost the application.
 *
 * @param engine the way of capturing: "fork" or "follow"
 * @param identity how objects were told apart: "address" or "tags"
 * @param fallbackReason why the slower way had to do, if it had to
 * @param pause how long the application stood still
 * @param pauseParts what went into that; of a fork only
 * @param total how long the capture took
 * @param capturedAt when
 * @param objects objects seen
 * @param references references seen
 * @param notes what else there is to know
 */
public record CaptureInfo(
    String engine,
    String identity,
    Optional<String> fallbackReason,
    Duration pause,
    Optional<PauseParts> pauseParts,
    Duration total,
    Instant capturedAt,
    long objects,
    long references,
    List<String> notes) {
  public CaptureInfo {
    notes = List.copyOf(notes);
  }

  @Override
  public String toString() {
    return "stopped the application for " + Words.millis(pause) + "; " + Words.count(objects, "object") + ", "
        + Words.count(references, "reference");
  }
}
