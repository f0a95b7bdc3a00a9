package org.taproot.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class LeakExtensionTest {
  /** Run by the tests below, not by the build. */
  @ExtendWith(LeakExtension.class)
  static class Examples {
    static final List<Object> REGISTRY = new ArrayList<>();
    static final List<Object> TIDIED = new ArrayList<>();

    @AfterEach
    void tidy() {
      TIDIED.clear();
    }

    @Test
    void watchesNothing(LeakWatcher leaks) {
      assertTrue(leaks != null);
    }

    @Test
    void forgets(LeakWatcher leaks) {
      leaks.watch(new byte[100], "forgotten");
    }

    @Test
    void forgetsAfterwards(LeakWatcher leaks) {
      TIDIED.add(new byte[100]);
      leaks.watch(TIDIED.get(0), "tidied");
    }

    @Test
    void leaks(LeakWatcher leaks) {
      REGISTRY.add(new byte[100]);
      leaks.watch(REGISTRY.get(0), "registered");
    }

    @Test
    void failsByItself(LeakWatcher leaks) {
      leaks(leaks);
      fail("by itself");
    }
  }

  private static Events run(String example) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(Examples.class, example, LeakWatcher.class))
        .execute()
        .testEvents();
  }

  private static String failureOf(String example) {
    return run(example).failed().list().get(0)
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable().orElseThrow().getMessage();
  }

  @AfterEach
  void forgetExamples() {
    Examples.REGISTRY.clear();
  }

  @Test
  void aTestThatWatchesNothingNeedsNoLibrary() {
    run("watchesNothing").assertStatistics(events -> events.succeeded(1).failed(0));
  }

  @Test
  @EnabledIfSystemProperty(named = "taproot.library", matches = ".+")
  void aTestWhoseObjectsDiePasses() {
    run("forgets").assertStatistics(events -> events.succeeded(1).failed(0));
  }

  @Test
  @EnabledIfSystemProperty(named = "taproot.library", matches = ".+")
  void objectsAreJudgedAfterTheTestsOwnTidying() {
    run("forgetsAfterwards").assertStatistics(events -> events.succeeded(1).failed(0));
  }

  @Test
  @EnabledIfSystemProperty(named = "taproot.library", matches = ".+")
  void aLeakFailsTheTestWithItsTrace() {
    String message = failureOf("leaks");
    assertTrue(message.startsWith("1 of 1 watched objects leak\n\nLEAK  byte[] \"registered\"   strongly reachable"), message);
    assertTrue(message.contains("GC root: static field " + Examples.class.getName() + ".REGISTRY"), message);
  }

  @Test
  @EnabledIfSystemProperty(named = "taproot.library", matches = ".+")
  void aTestThatFailsAnywayIsNotJudged() {
    assertEquals("by itself", failureOf("failsByItself"));
  }
}
