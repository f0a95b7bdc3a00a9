package org.taproot;

/**
 * References that a walk met and did not follow, by the {@link Boundary} at which it stopped.
 *
 * @param classes references to {@link Class} objects; that of each object to its own class is not counted
 * @param loaders references to {@link ClassLoader} objects
 * @param threads references to {@link Thread} objects
 * @param weak referents of {@link java.lang.ref.Reference} objects
 */
public record Stops(long classes, long loaders, long threads, long weak) {
  @Override
  public String toString() {
    return classes + " classes, " + loaders + " class loaders, " + threads + " threads, " + weak + " referents";
  }
}
