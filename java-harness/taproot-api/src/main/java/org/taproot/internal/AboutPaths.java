package org.taproot.internal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.taproot.FrameInfo;
import org.taproot.LocalInfo;
import org.taproot.PathStep;
import org.taproot.Reference;
import org.taproot.ReferenceKind;
import org.taproot.Remark;
import org.taproot.Root;
import org.taproot.RootKind;
import org.taproot.RootPath;
import org.taproot.Strength;
import org.taproot.ThreadInfo;

/** The parts of a document that are paths from GC roots. */
final class AboutPaths {
  private AboutPaths() {}

  static RootPath path(JsonObject path) {
    return new RootPath(
        path.constant("strength", Strength.UNKNOWN),
        path.number("length"),
        root(path.object("root")),
        path.objects("steps").stream().map(AboutPaths::step).toList(),
        path.objects("remarks").stream().map(AboutPaths::remark).toList());
  }

  private static Root root(JsonObject root) {
    return new Root(
        root.constant("kind", RootKind.UNKNOWN),
        root.string("text"),
        root.optionalString("class"),
        root.optionalString("field"),
        root.optionalString("loader"),
        root.optionalObject("thread").map(AboutPaths::thread),
        root.optionalObject("frame").map(AboutPaths::frame),
        local(root));
  }

  private static ThreadInfo thread(JsonObject thread) {
    return new ThreadInfo(
        thread.string("name"), thread.number("id"), thread.flag("daemon"), thread.flag("virtual"));
  }

  private static FrameInfo frame(JsonObject frame) {
    return new FrameInfo(
        frame.string("class"),
        frame.string("method"),
        frame.string("signature"),
        frame.optionalString("file").filter(file -> !file.isEmpty()),
        frame.optionalNumber("line"),
        frame.optionalNumber("depth"));
  }

  private static Optional<LocalInfo> local(JsonObject root) {
    OptionalLong slot = root.optionalNumber("slot");
    return slot.isEmpty()
        ? Optional.empty()
        : Optional.of(new LocalInfo(
            slot.getAsLong(),
            root.optionalNumber("bci"),
            root.optionalString("local"),
            root.optionalFlag("live")));
  }

  private static PathStep step(JsonObject step) {
    return new PathStep(
        step.string("class"),
        step.number("object"),
        step.optionalString("mirrors"),
        references(step).stream().map(AboutPaths::reference).toList(),
        step.number("repeat", 1),
        step.number("leftOutBefore", 0));
  }

  /** Those of a chain that goes through several in turn, or else the one, or else none. */
  private static List<JsonObject> references(JsonObject step) {
    List<JsonObject> cycle = step.objects("cycle");
    return cycle.isEmpty() ? step.optionalObject("reference").stream().toList() : cycle;
  }

  private static Reference reference(JsonObject reference) {
    return new Reference(
        reference.constant("kind", ReferenceKind.UNKNOWN),
        reference.optionalString("owner"),
        reference.optionalString("name"),
        reference.optionalNumber("index"),
        reference.optionalString("strength").isPresent()
            ? reference.constant("strength", Strength.UNKNOWN)
            : Strength.STRONG,
        reference.string("text"));
  }

  private static Remark remark(JsonObject remark) {
    OptionalLong step = remark.optionalNumber("step");
    return new Remark(
        remark.string("code"),
        remark.string("text"),
        step.isPresent() ? OptionalInt.of((int) step.getAsLong()) : OptionalInt.empty());
  }
}
