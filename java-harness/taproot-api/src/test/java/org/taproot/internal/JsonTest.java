package org.taproot.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.taproot.TaprootException;

class JsonTest {
  @Test
  void readsObjectsAndListsWithinEachOther() {
    assertEquals(
        Map.of("a", List.of(1L, List.of(), Map.of("b", "c")), "d", Map.of()),
        Json.read(" { \"a\" : [ 1 , [ ] , {\"b\":\"c\"} ] , \"d\" : { } } \n"));
  }

  @Test
  void readsIntegralNumbersAsLongs() {
    assertEquals(104_388_672L, Json.read("104388672"));
    assertEquals(Long.MIN_VALUE, Json.read("-9223372036854775808"));
  }

  @Test
  void readsOtherNumbersAsDoubles() {
    assertEquals(53.8, Json.read("53.8"));
    assertEquals(-1.5e-3, Json.read("-1.5E-3"));
    assertEquals(18446744073709551615.0, Json.read("18446744073709551615"));
  }

  @Test
  void readsWords() {
    assertEquals(List.of(true, false), Json.read("[true,false]"));
    assertNull(Json.read("null"));
  }

  @Test
  void readsEscapesInStrings() {
    assertEquals("\"\\/\b\f\n\r\t\u00e9\ud83d\ude00 \u2193",
        Json.read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00 \u2193\""));
  }

  @Test
  void noDocumentIsTooDeep() {
    int depth = 1_000_000;
    Object value = Json.read("[".repeat(depth) + "]".repeat(depth));
    for (int i = 1; i < depth; i++) {
      value = assertInstanceOf(List.class, value).get(0);
    }
    assertEquals(List.of(), value);
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "", "  ", "{", "[1", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "[1}", "]", "tru", "nul", "1.2.3", "-", "+",
      "\"open", "\"\\x\"", "\"\\u12\"", "\"\\", "{} {}", "1,"
  })
  void saysWhereADocumentIsBroken(String broken) {
    String message = assertThrows(TaprootException.class, () -> Json.read(broken)).getMessage();
    assertTrue(message.matches("(?s)the agent's answer is no JSON: .* at character \\d+"), message);
  }
}
