package org.taproot;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A reference from one object to the next.
 *
 * @param kind what it is
 * @param owner the class that declares the field
 * @param name the field's name
 * @param index the element's index, or the slot's; none where a chain follows many
 * @param strength how firmly it holds its target
 * @param text the reference in words, such as "ArrayList.elementData" or "[17]"
 */
public record Reference(
    ReferenceKind kind,
    Optional<String> owner,
    Optional<String> name,
    OptionalLong index,
    Strength strength,
    String text) {
  @Override
  public String toString() {
    return text;
  }
}
