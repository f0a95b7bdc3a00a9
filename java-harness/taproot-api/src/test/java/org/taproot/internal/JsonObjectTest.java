package org.taproot.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.taproot.RootKind;
import org.taproot.TaprootException;

class JsonObjectTest {
  private final JsonObject object = JsonObject.read("""
      {"text": "a", "number": 3, "decimal": 1.5, "flag": true, "none": null,
       "object": {"n": 1}, "objects": [{"n": 1}, {"n": 2}], "strings": ["x", "y"],
       "kind": "static-field", "newKind": "quantum-field"}
      """);

  @Test
  void givesMembersByType() {
    assertEquals("a", object.string("text"));
    assertEquals(3, object.number("number"));
    assertEquals(1.5, object.decimal("decimal"));
    assertEquals(3.0, object.decimal("number"));
    assertTrue(object.flag("flag"));
    assertEquals(1, object.object("object").number("n"));
    assertEquals(List.of(1L, 2L), object.objects("objects").stream().map(each -> each.number("n")).toList());
    assertEquals(List.of("x", "y"), object.strings("strings"));
  }

  @Test
  void takesNullForAbsent() {
    for (String name : List.of("none", "absent")) {
      assertEquals(Optional.empty(), object.optionalString(name));
      assertEquals(7, object.number(name, 7));
      assertEquals(List.of(), object.strings(name));
    }
  }

  @Test
  void namesTheMemberThatIsMissing() {
    String message = assertThrows(TaprootException.class, () -> object.number("weight")).getMessage();
    assertTrue(message.startsWith("the agent's answer lacks \"weight\""), message);
  }

  @Test
  void namesTheMemberOfTheWrongType() {
    String message = assertThrows(TaprootException.class, () -> object.number("text")).getMessage();
    assertTrue(message.startsWith("the agent's answer has an unexpected \"text\""), message);
  }

  @Test
  void takesWordsOfANewerAgentForUnknown() {
    assertEquals(RootKind.STATIC_FIELD, object.constant("kind", RootKind.UNKNOWN));
    assertEquals(RootKind.UNKNOWN, object.constant("newKind", RootKind.UNKNOWN));
  }
}
