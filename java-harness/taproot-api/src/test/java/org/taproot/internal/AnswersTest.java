package org.taproot.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.taproot.CaptureInfo;
import org.taproot.Finding;
import org.taproot.FrameInfo;
import org.taproot.Histogram;
import org.taproot.HistogramRow;
import org.taproot.LeakReport;
import org.taproot.LocalInfo;
import org.taproot.PathStep;
import org.taproot.PauseParts;
import org.taproot.Profile;
import org.taproot.ProfileEntry;
import org.taproot.Reference;
import org.taproot.ReferenceKind;
import org.taproot.RootKind;
import org.taproot.RootPath;
import org.taproot.Size;
import org.taproot.SizeDelta;
import org.taproot.Stops;
import org.taproot.Strength;
import org.taproot.TaprootException;
import org.taproot.ThreadInfo;
import org.taproot.Verdict;

class AnswersTest {
  private static String sample(String name) throws IOException {
    try (InputStream sample = AnswersTest.class.getResourceAsStream(name)) {
      return new String(sample.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void leaksAnswersWithEveryVerdict() throws IOException {
    LeakReport report = Answers.leaks(sample("leaks.json"));
    assertEquals(
        List.of(Verdict.STRONGLY_REACHABLE, Verdict.SOFTLY_REACHABLE, Verdict.COLLECTED, Verdict.UNKNOWN),
        report.findings().stream().map(Finding::verdict).toList());
    assertTrue(report.hasLeaks());
    assertEquals(List.of(report.findings().get(0)), report.leaks());
    assertEquals(List.of("one note"), report.notes());
  }

  @Test
  void leaksSaysWhichVmWasAskedAndWhatThatCost() throws IOException {
    LeakReport report = Answers.leaks(sample("leaks.json"));
    assertEquals(17, report.vm().feature());
    assertEquals(4711, report.vm().pid());
    assertEquals(Duration.ofNanos(103_500_000), report.capture().pause());
    assertEquals(Instant.ofEpochMilli(1_700_000_000_123L), report.capture().capturedAt());
    assertEquals(Optional.of("the address did not check out"), report.capture().fallbackReason());
  }

  @Test
  void aForkTellsWhatWentIntoItsPause() throws IOException {
    CaptureInfo capture = Answers.profile(sample("profile.json")).capture();
    assertEquals("fork", capture.engine());
    assertEquals(
        Optional.of(new PauseParts(Duration.ofNanos(2_250_000), Duration.ofMillis(3), Duration.ofNanos(26_250_000))),
        capture.pauseParts());
    assertEquals(Optional.empty(), Answers.leaks(sample("leaks.json")).capture().pauseParts());
  }

  @Test
  void aLeakHasAgeSizeAndPath() throws IOException {
    Finding leak = Answers.leaks(sample("leaks.json")).leaks().get(0);
    assertEquals("session 42", leak.name());
    assertEquals("com.acme.Session", leak.className());
    assertEquals(Duration.ofSeconds(41), leak.age());
    assertEquals(3, leak.collectionsSurvived());
    assertEquals(new Size(812, 24, 65_741, 0, new Stops(2, 1, 0, 0)), leak.size());
    RootPath path = leak.path().orElseThrow();
    assertEquals(Strength.STRONG, path.strength());
    assertEquals(RootKind.STATIC_FIELD, path.root().kind());
    assertEquals(Optional.of("com.acme.SessionRegistry"), path.root().className());
    assertEquals(Optional.of("active"), path.root().field());
    assertEquals(3, path.length());
  }

  @Test
  void aCollectedObjectHasNoSizeAndNoPath() throws IOException {
    Finding collected = Answers.leaks(sample("leaks.json")).findings().get(2);
    assertEquals(OptionalLong.empty(), collected.object());
    assertEquals(0, collected.size().deepBytes());
    assertEquals(Optional.empty(), collected.path());
    assertFalse(collected.isLeak());
  }

  @Test
  void aLeakReportReadsLikeATrace() throws IOException {
    assertEquals("""
        4 watched, 1 leaking; stopped the application for 103.5 ms; 9 objects, 12 references

        LEAK  com.acme.Session "session 42"   strongly reachable, 3 collections survived, watched 41.0 s
              65741 bytes in 812 objects, 24 of them shallow
        GC root: static field com.acme.SessionRegistry.active   (loader: app)
          java.util.concurrent.ConcurrentHashMap
          ↓ ConcurrentHashMap.table -> java.util.concurrent.ConcurrentHashMap$Node[]
          ↓ [17] -> java.util.concurrent.ConcurrentHashMap$Node
          ↓ Node.next x 2 -> java.util.concurrent.ConcurrentHashMap$Node
          ↓ Node.val -> com.acme.Session
          note: not the last one

        com.acme.Cache "cache"   softly reachable, 1 collection survived, watched 0.5 s
              16 bytes in 1 object, 16 of them shallow

        com.acme.Order "order"   collected, 0 collections survived, watched 0.1 s

        com.acme.Ghost "ghost"   unknown, 0 collections survived, watched 0.0 s
              0 bytes in 0 objects, 0 of them shallow

        one note""", Answers.leaks(sample("leaks.json")).toString());
  }

  @Test
  void aPathFromAFrameHasThreadMethodAndLocal() throws IOException {
    RootPath path = Answers.path(sample("path.json")).orElseThrow();
    assertEquals(RootKind.STACK_LOCAL, path.root().kind());
    assertEquals(Optional.of(new ThreadInfo("main", 1, false, false)), path.root().thread());
    assertEquals(
        Optional.of(new FrameInfo(
            "com.acme.Main", "serve", "(I)V", Optional.of("Main.java"), OptionalLong.of(88), OptionalLong.of(2))),
        path.root().frame());
    assertEquals(
        Optional.of(new LocalInfo(1, OptionalLong.of(17), Optional.of("last"), Optional.of(false))),
        path.root().local());
    assertEquals(ReferenceKind.UNKNOWN, path.steps().get(1).reference().orElseThrow().kind());
    assertEquals("may-be-dead-local", path.remarks().get(0).code());
    assertEquals(OptionalInt.empty(), path.remarks().get(0).step());
  }

  @Test
  void aChainOfSeveralReferencesIsOneStep() throws IOException {
    PathStep chain = Answers.path(sample("path.json")).orElseThrow().steps().get(2);
    assertEquals(List.of("Task.next", "Link.task"), chain.references().stream().map(Reference::text).toList());
    assertEquals(Strength.SOFT, chain.reference().orElseThrow().strength());
    assertEquals("... 3 steps ...\n  ↓ (Task.next -> Link.task) x 12 -> class com.acme.Task", chain.toString());
  }

  @Test
  void anObjectThatNothingHoldsHasNoPath() {
    assertEquals(Optional.empty(), Answers.path("{\"paths\":[{\"object\":1,\"class\":\"A\",\"path\":null}]}"));
    assertEquals(Optional.empty(), Answers.path("{\"paths\":[]}"));
  }

  @Test
  void aProfileIsATree() throws IOException {
    Profile profile = Answers.profile(sample("profile.json"));
    assertEquals(104, profile.bytes());
    assertEquals(4, profile.objects());
    ProfileEntry first = profile.childrenOf(profile.root()).get(0);
    assertEquals(56, first.bytes());
    assertEquals(53.8, first.percentOfRoot());
    ProfileEntry array = profile.childrenOf(first).get(0);
    assertEquals(2, array.referenceCount());
    assertEquals(List.of("<INPUT>", "<INPUT>[0]", "String#value"), array.path());
    ProfileEntry shell = profile.childrenOf(profile.root()).get(1);
    assertEquals(Optional.of(new ProfileEntry.Shell(0, 0, OptionalLong.of(2))), shell.shell());
  }

  @Test
  void aProfileReadsLikeATree() throws IOException {
    assertEquals("""
        104 (100.0%) -> <INPUT> : java.lang.String[]
          56 (53.8%) -> <INPUT>[0] : java.lang.String
            32 (30.8%) -> String#value : byte[], refcount=2
            24 (23.1%) -> <shell: 3 prim/1 ref fields>
          24 (23.1%) -> <shell: String[], length=2>
          24 (23.1%) -> <INPUT>[1] : java.lang.String
          (2 entries omitted)""", Answers.profile(sample("profile.json")).toString());
  }

  @Test
  void sizesAreRead() {
    String size = "{\"objects\":4,\"shallowBytes\":24,\"deepBytes\":104,\"nativeBytes\":8,"
        + "\"stops\":{\"classes\":1,\"loaders\":2,\"threads\":3,\"weak\":4}}";
    Size expected = new Size(4, 24, 104, 8, new Stops(1, 2, 3, 4));
    assertEquals(expected, Answers.size("{\"size\":" + size + "}"));
    assertEquals("104 bytes in 4 objects, 24 of them shallow, and 8 native bytes", expected.toString());
    SizeDelta delta = Answers.delta("{\"delta\":{\"base\":" + size + ",\"object\":" + size
        + ",\"deltaObjects\":1,\"deltaBytes\":16,\"sharedObjects\":3,\"sharedBytes\":88}}");
    assertEquals(new SizeDelta(expected, expected, 1, 16, 3, 88), delta);
    assertEquals("16 bytes in 1 object beyond the base, 88 bytes in 3 objects shared with it", delta.toString());
  }

  @Test
  void aHistogramIsATable() throws IOException {
    Histogram histogram = Answers.histogram(sample("histogram.json"));
    assertEquals(new HistogramRow("byte[]", "boot", 12_000, 1_048_576), histogram.rows().get(0));
    assertEquals(
        List.of(
            "     instances    shallow bytes  class",
            "        12,000        1,048,576  byte[]",
            "         2,000           48,000  java.lang.String",
            "        15,000        1,200,000  in all, 7 classes not shown"),
        histogram.toString().lines().toList());
  }

  @Test
  void aDocumentOfAnotherKindIsRefused() {
    String message = assertThrows(TaprootException.class, () -> Answers.size("{\"size\":{}}")).getMessage();
    assertTrue(message.startsWith("the agent's answer lacks \"objects\""), message);
  }
}
