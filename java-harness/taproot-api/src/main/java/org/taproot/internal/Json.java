package org.taproot.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.taproot.TaprootException;

/**
 * Reads JSON into maps, lists, strings, booleans, nulls and numbers: {@code Long} where a number is integral and fits,
 * else {@code Double}. Not recursive, so that no document is too deep.
 */
final class Json {
  private final String text;
  private int position;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.document();
    json.skipSpace();
    if (json.position < text.length()) {
      throw json.error("something follows the document");
    }
    return value;
  }

  /** A map or a list whose end was not seen yet, and the key that waits for its value. */
  private static final class Open {
    final Map<String, Object> map;
    final List<Object> list;
    String key;

    Open(boolean isMap) {
      map = isMap ? new LinkedHashMap<>() : null;
      list = isMap ? null : new ArrayList<>();
    }

    Object value() {
      return map != null ? map : list;
    }

    char end() {
      return map != null ? '}' : ']';
    }

    void add(Object value) {
      if (map != null) {
        map.put(key, value);
      } else {
        list.add(value);
      }
    }
  }

  private Object document() {
    Deque<Open> stack = new ArrayDeque<>();
    while (true) {
      char start = peek();
      Object value;
      if (start == '{' || start == '[') {
        position++;
        Open open = new Open(start == '{');
        if (peek() != open.end()) {
          readKey(open);
          stack.push(open);
          continue;
        }
        position++;
        value = open.value();
      } else {
        value = scalar(start);
      }
      // The value is complete, and so is each container that ends with it.
      while (true) {
        if (stack.isEmpty()) {
          return value;
        }
        Open open = stack.peek();
        open.add(value);
        char next = peek();
        if (next == ',') {
          position++;
          readKey(open);
          break;
        }
        expect(open.end());
        value = stack.pop().value();
      }
    }
  }

  private void readKey(Open open) {
    if (open.map != null) {
      expect('"');
      open.key = string();
      expect(':');
    }
  }

  private Object scalar(char start) {
    return switch (start) {
      case '"' -> {
        position++;
        yield string();
      }
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, position)) {
      throw error("unknown word");
    }
    position += word.length();
    return value;
  }

  private Object number() {
    int start = position;
    while (position < text.length() && "+-.eE0123456789".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    String number = text.substring(start, position);
    try {
      return Long.valueOf(number);
    } catch (NumberFormatException notIntegral) {
      try {
        return Double.valueOf(number);
      } catch (NumberFormatException e) {
        position = start;
        throw error("no value");
      }
    }
  }

  /** The rest of a string whose opening quote was read. */
  private String string() {
    StringBuilder string = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position++);
      switch (c) {
        case '"' -> {
          return string.toString();
        }
        case '\\' -> string.append(escaped());
        default -> string.append(c);
      }
    }
    throw error("the string has no end");
  }

  private char escaped() {
    char c = position < text.length() ? text.charAt(position++) : 0;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        try {
          yield (char) Integer.parseInt(text, position, position += 4, 16);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
          throw error("bad \\u escape");
        }
      }
      default -> throw error("unknown escape");
    };
  }

  private void expect(char c) {
    if (peek() != c) {
      throw error("'" + c + "' is missing");
    }
    position++;
  }

  /** The next character after white space. */
  private char peek() {
    skipSpace();
    if (position >= text.length()) {
      throw error("the document ends too early");
    }
    return text.charAt(position);
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private TaprootException error(String what) {
    return new TaprootException("the agent's answer is no JSON: " + what + " at character " + position);
  }
}
