package org.taproot.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  @Test
  void thereAreDefaults() {
    assertEquals(new Options(Optional.empty(), false, 3), Options.parse(List.of()));
  }

  @Test
  void allMayBeGiven() {
    assertEquals(
        new Options(Optional.of(Path.of("x.json")), true, 7),
        Options.parse(List.of("--json", "x.json", "--leaky-requests", "7", "--hold")));
  }

  @ParameterizedTest
  @CsvSource({
      "--jason x, unknown option --jason",
      "--json, --json needs a value",
      "--leaky-requests no, '--leaky-requests needs a number above 0, not no'",
      "--leaky-requests 0, '--leaky-requests needs a number above 0, not 0'"
  })
  void mistakesAreNamed(String line, String message) {
    List<String> arguments = List.of(line.split(" "));
    assertEquals(
        message, assertThrows(IllegalArgumentException.class, () -> Options.parse(arguments)).getMessage());
  }
}
