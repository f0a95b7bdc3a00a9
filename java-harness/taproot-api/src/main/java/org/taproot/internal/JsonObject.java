package org.taproot.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.taproot.TaprootException;

/**
 * A JSON object whose members are asked for by name and type. A member that must be there and is not, or is something
 * else, ends in a TaprootException that names it; members nobody asks for are left alone.
 */
final class JsonObject {
  private final Map<?, ?> members;

  private JsonObject(Map<?, ?> members) {
    this.members = members;
  }

  static JsonObject read(String text) {
    return of(Json.read(text), "the document");
  }

  String string(String name) {
    return need(name, String.class);
  }

  long number(String name) {
    return need(name, Number.class).longValue();
  }

  long number(String name, long otherwise) {
    return has(name) ? number(name) : otherwise;
  }

  double decimal(String name) {
    return need(name, Number.class).doubleValue();
  }

  boolean flag(String name) {
    return need(name, Boolean.class);
  }

  Optional<String> optionalString(String name) {
    return has(name) ? Optional.of(string(name)) : Optional.empty();
  }

  OptionalLong optionalNumber(String name) {
    return has(name) ? OptionalLong.of(number(name)) : OptionalLong.empty();
  }

  Optional<Boolean> optionalFlag(String name) {
    return has(name) ? Optional.of(flag(name)) : Optional.empty();
  }

  JsonObject object(String name) {
    return of(need(name, Map.class), name);
  }

  Optional<JsonObject> optionalObject(String name) {
    return has(name) ? Optional.of(object(name)) : Optional.empty();
  }

  /** The list of objects of this name; empty if there is none. */
  List<JsonObject> objects(String name) {
    return elements(name).stream().map(element -> of(element, name)).toList();
  }

  /** The list of strings of this name; empty if there is none. */
  List<String> strings(String name) {
    return elements(name).stream().map(String::valueOf).toList();
  }

  /** The list of numbers of this name; empty if there is none. */
  List<Long> numbers(String name) {
    return elements(name).stream().map(element -> ((Number) element).longValue()).toList();
  }

  /** The constant that the string of this name spells in lower case with hyphens; else {@code unknown}. */
  <E extends Enum<E>> E constant(String name, E unknown) {
    String wanted = string(name).replace('-', '_').toUpperCase(Locale.ROOT);
    for (E constant : unknown.getDeclaringClass().getEnumConstants()) {
      if (constant.name().equals(wanted)) {
        return constant;
      }
    }
    return unknown;
  }

  private boolean has(String name) {
    return members.get(name) != null;
  }

  private List<?> elements(String name) {
    return has(name) ? need(name, List.class) : List.of();
  }

  private <T> T need(String name, Class<T> type) {
    Object value = members.get(name);
    if (!type.isInstance(value)) {
      throw new TaprootException("the agent's answer " + (value == null ? "lacks \"" : "has an unexpected \"") + name
          + "\": do taproot-api.jar and libtaproot.so come from one build?");
    }
    return type.cast(value);
  }

  private static JsonObject of(Object value, String name) {
    if (value instanceof Map<?, ?> map) {
      return new JsonObject(map);
    }
    throw new TaprootException("the agent's answer has an unexpected \"" + name + "\"");
  }
}
