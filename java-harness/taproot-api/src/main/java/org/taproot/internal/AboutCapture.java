package org.taproot.internal;

import java.time.Duration;
import java.time.Instant;
import org.taproot.CaptureInfo;
import org.taproot.PauseParts;
import org.taproot.VmInfo;

/** The parts of a document that say which VM was asked and what that cost it. */
final class AboutCapture {
  private AboutCapture() {}

  static VmInfo vm(JsonObject vm) {
    return new VmInfo(
        vm.string("name"),
        vm.string("version"),
        vm.string("javaVersion"),
        (int) vm.number("feature"),
        vm.string("collector"),
        vm.string("mainClass"),
        vm.number("pid"),
        vm.number("heapUsedBytes"),
        vm.number("heapMaxBytes"));
  }

  static CaptureInfo capture(JsonObject capture) {
    return new CaptureInfo(
        capture.string("engine"),
        capture.string("identity"),
        capture.optionalString("fallbackReason"),
        millis(capture, "pauseMs"),
        capture.optionalObject("pauseParts").map(AboutCapture::pauseParts),
        millis(capture, "totalMs"),
        Instant.ofEpochMilli(capture.number("capturedAtMs")),
        capture.number("objects"),
        capture.number("references"),
        capture.strings("notes"));
  }

  private static PauseParts pauseParts(JsonObject parts) {
    return new PauseParts(millis(parts, "safepointMs"), millis(parts, "rootsMs"), millis(parts, "forkMs"));
  }

  static Duration millis(JsonObject parent, String name) {
    return Duration.ofNanos(Math.round(parent.decimal(name) * 1e6));
  }
}
