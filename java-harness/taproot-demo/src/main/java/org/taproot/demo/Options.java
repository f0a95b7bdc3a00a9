package org.taproot.demo;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The command line of the demo.
 *
 * @param json where to leave the findings as JSON
 * @param hold whether the server goes on after the report
 * @param leakyRequests how many customers leave a session behind
 */
record Options(Optional<Path> json, boolean hold, int leakyRequests) {
  static final String USAGE = "usage: taproot-demo [--json FILE] [--hold] [--leaky-requests N]";

  /** @throws IllegalArgumentException with a message for the user */
  static Options parse(List<String> arguments) {
    Optional<Path> json = Optional.empty();
    boolean hold = false;
    int leakyRequests = 3;
    Deque<String> rest = new ArrayDeque<>(arguments);
    while (!rest.isEmpty()) {
      String option = rest.pop();
      switch (option) {
        case "--json" -> json = Optional.of(Path.of(valueOf(option, rest)));
        case "--hold" -> hold = true;
        case "--leaky-requests" -> leakyRequests = positive(option, valueOf(option, rest));
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    return new Options(json, hold, leakyRequests);
  }

  private static String valueOf(String option, Deque<String> rest) {
    if (rest.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.pop();
  }

  private static int positive(String option, String value) {
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(option + " needs a number above 0, not " + value);
  }
}
