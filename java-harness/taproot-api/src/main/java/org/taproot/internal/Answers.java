package org.taproot.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.taproot.Finding;
import org.taproot.GrowthReport;
import org.taproot.Histogram;
import org.taproot.HistogramRow;
import org.taproot.LeakReport;
import org.taproot.Profile;
import org.taproot.ProfileEntry;
import org.taproot.Retained;
import org.taproot.RootPath;
import org.taproot.Size;
import org.taproot.SizeDelta;
import org.taproot.Stops;
import org.taproot.Verdict;
import org.taproot.Work;

/** The agent's documents, version 1, as records. */
public final class Answers {
  private Answers() {}

  /** The answer to {@code leaks}. */
  public static LeakReport leaks(String document) {
    JsonObject answer = JsonObject.read(document);
    return new LeakReport(
        AboutCapture.vm(answer.object("vm")),
        AboutCapture.capture(answer.object("capture")),
        answer.object("watched").objects("findings").stream().map(Answers::finding).toList(),
        answer.strings("notes"));
  }

  /** The answer to {@code paths} with one input. */
  public static Optional<RootPath> path(String document) {
    return JsonObject.read(document).objects("paths").stream()
        .findFirst()
        .flatMap(entry -> entry.optionalObject("path"))
        .map(AboutPaths::path);
  }

  /** The answer to {@code profile}. */
  public static Profile profile(String document) {
    JsonObject answer = JsonObject.read(document);
    JsonObject profile = answer.object("profile");
    return new Profile(
        AboutCapture.capture(answer.object("capture")),
        profile.number("objects"),
        profile.number("bytes"),
        profile.number("nativeBytes"),
        stops(profile),
        profile.objects("entries").stream().map(Answers::entry).toList(),
        profile.number("omittedEntries", 0));
  }

  /** The answer to {@code size}. */
  public static Size size(String document) {
    return size(JsonObject.read(document).object("size"));
  }

  /** The answer to {@code size} with a base. */
  public static SizeDelta delta(String document) {
    JsonObject delta = JsonObject.read(document).object("delta");
    return new SizeDelta(
        size(delta.object("base")),
        size(delta.object("object")),
        delta.number("deltaObjects"),
        delta.number("deltaBytes"),
        delta.number("sharedObjects"),
        delta.number("sharedBytes"));
  }

  /** The answer to {@code histogram}. */
  public static Histogram histogram(String document) {
    JsonObject answer = JsonObject.read(document);
    JsonObject histogram = answer.object("histogram");
    return new Histogram(
        AboutCapture.vm(answer.object("vm")),
        AboutCapture.capture(answer.object("capture")),
        histogram.number("instances"),
        histogram.number("shallowBytes"),
        histogram.objects("rows").stream().map(Answers::row).toList(),
        histogram.number("omittedRows", 0));
  }

  /** The retained size in the answer to {@code size}. */
  public static Retained retained(String document) {
    JsonObject size = JsonObject.read(document).object("size");
    return new Retained(size.number("retainedBytes"), size.number("retainedObjects"));
  }

  /** The answer to {@code growth}. */
  public static GrowthReport growth(String document) {
    JsonObject answer = JsonObject.read(document);
    JsonObject growth = answer.object("growth");
    OptionalLong toLimit = growth.optionalNumber("msToHeapLimit");
    return new GrowthReport(
        growth.objects("rounds").stream()
            .map(round -> new GrowthReport.Round(round.number("objects"), round.number("bytes")))
            .toList(),
        growth.objects("growing").stream().map(Answers::growing).toList(),
        growth.decimal("bytesPerSecond"),
        toLimit.isPresent() ? Optional.of(Duration.ofMillis(toLimit.getAsLong())) : Optional.empty(),
        answer.strings("notes"));
  }

  private static GrowthReport.Growing growing(JsonObject growing) {
    OptionalLong retained = growing.optionalNumber("retainedBytes");
    return new GrowthReport.Growing(
        growing.string("class"),
        growing.string("text"),
        growing.numbers("objects"),
        growing.numbers("bytes"),
        growing.decimal("objectsPerSecond"),
        growing.decimal("bytesPerSecond"),
        retained.isPresent() ? Optional.of(retained.getAsLong()) : Optional.empty());
  }

  /** What the answer to {@code status} says is being answered. */
  public static Optional<Work> work(String document) {
    return JsonObject.read(document).object("status").optionalObject("running").map(running -> new Work(
        running.string("verb"),
        running.string("phase"),
        running.decimal("fraction"),
        AboutCapture.millis(running, "runningMs")));
  }

  /** Whether the answer to {@code status} speaks of anything that could be cancelled. */
  public static boolean isBusy(String document) {
    JsonObject status = JsonObject.read(document).object("status");
    return status.optionalObject("running").isPresent() || status.optionalObject("growth").isPresent();
  }

  private static Finding finding(JsonObject finding) {
    return new Finding(
        finding.number("id"),
        finding.string("name"),
        finding.string("class"),
        finding.constant("verdict", Verdict.UNKNOWN),
        AboutCapture.millis(finding, "ageMs"),
        finding.number("collectionsSurvived"),
        finding.optionalNumber("object"),
        new Size(
            finding.number("objects", 0),
            finding.number("shallowBytes", 0),
            finding.number("deepBytes", 0),
            finding.number("nativeBytes", 0),
            stops(finding)),
        retained(finding),
        finding.optionalObject("path").map(AboutPaths::path),
        finding.optionalString("signature"),
        finding.optionalObject("libraryLeak").map(leak -> leak.string("rule")),
        finding.optionalObject("ignored").map(rule -> rule.string("rule")));
  }

  private static Optional<Retained> retained(JsonObject weighed) {
    return weighed.optionalNumber("retainedBytes").isPresent()
        ? Optional.of(new Retained(weighed.number("retainedBytes"), weighed.number("retainedObjects")))
        : Optional.empty();
  }

  private static Size size(JsonObject size) {
    return new Size(
        size.number("objects"),
        size.number("shallowBytes"),
        size.number("deepBytes"),
        size.number("nativeBytes"),
        stops(size));
  }

  private static Stops stops(JsonObject walk) {
    return walk.optionalObject("stops")
        .map(stops -> new Stops(
            stops.number("classes"), stops.number("loaders"), stops.number("threads"), stops.number("weak")))
        .orElse(new Stops(0, 0, 0, 0));
  }

  private static ProfileEntry entry(JsonObject entry) {
    return new ProfileEntry(
        entry.number("id"),
        entry.optionalNumber("parent"),
        (int) entry.number("depth"),
        entry.string("link"),
        entry.strings("path"),
        entry.optionalString("class"),
        entry.optionalNumber("object"),
        entry.number("bytes"),
        entry.number("nativeBytes", 0),
        entry.decimal("percentOfRoot"),
        entry.decimal("percentOfParent"),
        entry.number("referenceCount"),
        entry.flag("shell") ? Optional.of(shell(entry)) : Optional.empty());
  }

  private static ProfileEntry.Shell shell(JsonObject entry) {
    return new ProfileEntry.Shell(
        entry.number("primitiveFields", 0), entry.number("referenceFields", 0), entry.optionalNumber("arrayLength"));
  }

  private static HistogramRow row(JsonObject row) {
    return new HistogramRow(
        row.string("class"), row.string("loader"), row.number("instances"), row.number("shallowBytes"));
  }
}
