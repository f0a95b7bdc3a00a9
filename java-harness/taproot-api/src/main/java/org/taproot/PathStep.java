package org.taproot;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An object on a path.
 *
 * @param className its class
 * @param object its number, which names the same object wherever it is met in one answer
 * @param mirrored the class whose {@link Class} object it is, if it is one
 * @param references how the object before refers to it: none for the root's object, and several where a chain goes
 *     through them in turn
 * @param repeat how often these references are followed: chains such as those of a linked list are folded into one step
 * @param leftOutBefore steps that are left out before this one, because the path is too long to tell
 */
public record PathStep(
    String className,
    long object,
    Optional<String> mirrored,
    List<Reference> references,
    long repeat,
    long leftOutBefore) {
  public PathStep {
    references = List.copyOf(references);
  }

  /** The reference that leads here; empty for the root's object. */
  public Optional<Reference> reference() {
    return references.isEmpty() ? Optional.empty() : Optional.of(references.get(references.size() - 1));
  }

  @Override
  public String toString() {
    String object = mirrored.map(name -> "class " + name).orElse(className);
    if (references.isEmpty()) {
      return object;
    }
    String chain = references.stream().map(Reference::text).collect(Collectors.joining(" -> "));
    return (leftOutBefore > 0 ? "... " + leftOutBefore + " steps ...\n  " : "")
        + "↓ " + (references.size() > 1 ? "(" + chain + ")" : chain) + (repeat > 1 ? " x " + repeat : "")
        + " -> " + object;
  }
}
