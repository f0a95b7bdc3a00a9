package org.taproot;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A part of an object: another object with all that was first met through it, or the shell of an object, which is its
 * own fields or elements without what they refer to. Sizes are in bytes.
 *
 * @param id its number in the tree
 * @param parent the number of the entry it is a part of; none for the root
 * @param depth levels below the root
 * @param link how the parent refers to it, such as "String#value"; of a shell what it consists of
 * @param path the links from the root to it, or to the object that it is the shell of
 * @param className the class of the object, where there is one
 * @param object the number of the object in this answer, where there is one
 * @param bytes the entry and its parts
 * @param nativeBytes the same outside of the heap, never part of {@code bytes}
 * @param percentOfRoot of the root's bytes
 * @param percentOfParent of the parent's bytes
 * @param referenceCount how many references to the object there are within the walk
 * @param shell what a shell consists of; none if the entry is an object
 */
public record ProfileEntry(
    long id,
    OptionalLong parent,
    int depth,
    String link,
    List<String> path,
    Optional<String> className,
    OptionalLong object,
    long bytes,
    long nativeBytes,
    double percentOfRoot,
    double percentOfParent,
    long referenceCount,
    Optional<Shell> shell) {
  /**
   * What is in the shell of an object: fields, or the elements of an array.
   *
   * @param primitiveFields instance fields of primitive types
   * @param referenceFields instance fields that refer to objects
   * @param arrayLength elements, if the object is an array
   */
  public record Shell(long primitiveFields, long referenceFields, OptionalLong arrayLength) {}

  public ProfileEntry {
    path = List.copyOf(path);
  }

  /** One line of the tree, without indentation. */
  @Override
  public String toString() {
    String weight = String.format(Locale.ROOT, "%d (%.1f%%) -> %s", bytes, percentOfRoot, link);
    if (shell.isPresent()) {
      return weight;
    }
    return weight + className.map(name -> " : " + name).orElse("")
        + (referenceCount > 1 ? ", refcount=" + referenceCount : "");
  }
}
