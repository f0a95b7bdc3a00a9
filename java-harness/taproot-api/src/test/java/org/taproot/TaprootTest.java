package org.taproot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Asks this very VM, by the library in the jar. */
@EnabledIfSystemProperty(named = "taproot.library", matches = ".+")
class TaprootTest {
  static final List<Object> KEEP = new ArrayList<>();

  static final class Big {
    final byte[] bytes = new byte[1 << 20];
  }

  interface NeverInitialized {
    Object CONSTANT = new Object();
  }

  private static Finding findingOf(Watch watch) {
    return Taproot.leaks(Duration.ZERO).findings().stream()
        .filter(finding -> finding.id() == watch.id())
        .findFirst()
        .orElseThrow();
  }

  private static Watch watchGarbage() {
    return Taproot.watch(new Big(), "garbage");
  }

  private static Watch watchKept() {
    KEEP.add(new Big());
    return Taproot.watch(KEEP.get(0), "kept");
  }

  @Test
  void theLibraryIsThere() {
    assertTrue(Taproot.isAvailable());
  }

  @Test
  void anObjectThatDiesIsCollected() {
    try (Watch watch = watchGarbage()) {
      assertEquals(Verdict.COLLECTED, findingOf(watch).verdict());
    }
  }

  @Test
  void anObjectInAStaticListIsALeak() {
    try (Watch watch = watchKept()) {
      Finding leak = findingOf(watch);
      assertEquals(Verdict.STRONGLY_REACHABLE, leak.verdict());
      assertEquals(1_048_608, leak.size().deepBytes());
      Root root = leak.path().orElseThrow().root();
      assertEquals(RootKind.STATIC_FIELD, root.kind());
      assertEquals("static field org.taproot.TaprootTest.KEEP", root.text());
    } finally {
      KEEP.clear();
    }
  }

  @Test
  void aYoungObjectIsNotJudged() {
    try (Watch watch = watchKept()) {
      Finding young = Taproot.leaks(Duration.ofHours(1)).findings().stream()
          .filter(finding -> finding.id() == watch.id()).findFirst().orElseThrow();
      assertEquals(Verdict.TOO_YOUNG, young.verdict());
    } finally {
      KEEP.clear();
    }
  }

  @Test
  void aNameMayHoldAnyCharacter() {
    String name = "session \u00e9 \ud83d\ude00 \"\\\n\t";
    try (Watch watch = Taproot.watch(new Big(), name)) {
      assertEquals(name, findingOf(watch).name());
    }
  }

  @Test
  void theVmSaysWhatItIs() {
    VmInfo vm = Taproot.histogram(1).vm();
    assertEquals(System.getProperty("java.version"), vm.javaVersion());
    assertEquals(Runtime.version().feature(), vm.feature());
    assertEquals(ProcessHandle.current().pid(), vm.pid());
  }

  /** In older VMs the class object of such an interface holds VM internals where that of an array has its element type. */
  @Test
  void aClassThatNobodyInitializedIsNoTrouble() {
    NeverInitialized[] none = new NeverInitialized[0];
    assertTrue(Taproot.histogram(1).instances() > 0);
    assertEquals(16, Taproot.size(Set.of(Boundary.values()), new Object[] {none}).shallowBytes());
  }

  @Test
  void aWatchEndsOnce() {
    Watch watch = watchGarbage();
    assertTrue(watch.unwatch());
    assertFalse(watch.unwatch());
  }

  @Test
  void anArrayIsAnObjectLikeAnyOther() {
    String[] words = {new String("JavaWorld"), new String("JavaWorld")};
    assertEquals(24, Taproot.sizeOf(words));
    assertEquals(104, Taproot.deepSizeOf(words));
    Profile profile = Taproot.profile(words);
    assertEquals(104, profile.bytes());
    assertEquals(4, profile.objects());
    assertEquals(56, profile.childrenOf(profile.root()).get(0).bytes());
  }

  @Test
  void whatObjectsShareCountsOnce() {
    String one = new String("JavaWorld");
    String other = new String("JavaWorld");
    assertEquals(56, Taproot.deepSizeOf(one));
    assertEquals(80, Taproot.deepSizeOf(one, other));
    SizeDelta delta = Taproot.sizeDelta(one, other);
    assertEquals(24, delta.deltaBytes());
    assertEquals(32, delta.sharedBytes());
  }

  @Test
  void aSizeStopsAtThreadsUnlessItIsToldToEnter() {
    Object[] holder = {Thread.currentThread()};
    Size size = Taproot.size(holder);
    assertEquals(24, size.deepBytes());
    assertEquals(1, size.stops().threads());
    assertTrue(Taproot.size(Set.of(Boundary.THREADS), new Object[] {holder}).deepBytes() > 100);
  }

  @Test
  void aPathNamesTheStaticField() {
    KEEP.add(new Big());
    try {
      RootPath path = Taproot.pathTo(KEEP.get(0)).orElseThrow();
      assertEquals("static field org.taproot.TaprootTest.KEEP", path.root().text());
      assertEquals(
          List.of("java.util.ArrayList", "java.lang.Object[]", Big.class.getName()),
          path.steps().stream().map(PathStep::className).toList());
    } finally {
      KEEP.clear();
    }
  }

  @Test
  void aHistogramHasTheRowsAskedFor() {
    Histogram histogram = Taproot.histogram(5);
    assertEquals(5, histogram.rows().size());
    assertTrue(histogram.omittedRows() > 0);
    assertTrue(histogram.shallowBytes() > histogram.rows().get(0).shallowBytes());
  }

  @Test
  void aBadCommandIsRefusedWithItsName() {
    String message = assertThrows(TaprootException.class, () -> Taproot.ask("leeks")).getMessage();
    assertTrue(message.contains("leeks"), message);
  }

  @Test
  void nullsAreRefusedBeforeTheAgentSeesThem() {
    assertEquals(
        "object is null", assertThrows(NullPointerException.class, () -> Taproot.sizeOf(null)).getMessage());
    assertEquals(
        "object is null", assertThrows(NullPointerException.class, () -> Taproot.watch(null, "x")).getMessage());
    assertEquals(
        "object 1 is null",
        assertThrows(NullPointerException.class, () -> Taproot.deepSizeOf("x", (Object) null)).getMessage());
  }

  @Test
  void manyThreadsMayAskAtOnce() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Long>> questions =
          Collections.nCopies(40, () -> Taproot.deepSizeOf(new String("JavaWorld")));
      for (Future<Long> answer : pool.invokeAll(questions)) {
        assertEquals(56, answer.get());
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
