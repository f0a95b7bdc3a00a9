package org.taproot;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The profile tree of an object: which of its parts make it heavy. Each object hangs below the reference that met it
 * first, breadth first. The children of an entry, the omitted ones included, add up to it. Sizes are in bytes.
 *
 * @param capture how the answer was got
 * @param objects objects in the whole tree
 * @param bytes bytes of these
 * @param nativeBytes bytes outside of the heap, never part of {@code bytes}
 * @param stops what was not entered
 * @param entries the entries that the options asked for, each followed by its own parts, the heaviest first
 * @param omittedEntries entries that the options left out
 */
public record Profile(
    CaptureInfo capture,
    long objects,
    long bytes,
    long nativeBytes,
    Stops stops,
    List<ProfileEntry> entries,
    long omittedEntries) {
  public Profile {
    entries = List.copyOf(entries);
  }

  /** The object that was asked for. */
  public ProfileEntry root() {
    return entries.get(0);
  }

  /** The parts of an entry, the heaviest first. */
  public List<ProfileEntry> childrenOf(ProfileEntry entry) {
    return entries.stream()
        .filter(child -> child.parent().isPresent() && child.parent().getAsLong() == entry.id())
        .toList();
  }

  /** The tree in words, a line an entry. */
  @Override
  public String toString() {
    return entries.stream().map(entry -> "  ".repeat(entry.depth()) + entry).collect(Collectors.joining("\n"))
        + (omittedEntries > 0 ? "\n  (" + omittedEntries + " entries omitted)" : "");
  }
}
