package org.taproot;

import java.util.OptionalInt;

/**
 * Something that Taproot recognised on a path.
 *
 * @param code what it is, such as "stale-thread-local"; more may come
 * @param text the same in a sentence
 * @param step the number of the step that it is about, 0 for the first; none if it is about the root
 */
public record Remark(String code, String text, OptionalInt step) {
  @Override
  public String toString() {
    return text;
  }
}
