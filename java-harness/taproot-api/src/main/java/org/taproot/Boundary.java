package org.taproot;

/**
 * What a size or a profile does not enter unless it is told to, because the whole heap is near from there. {@link Stops}
 * counts what was left out.
 */
public enum Boundary {
  /** {@link Class} objects, with their static fields. */
  CLASSES,
  /** {@link ClassLoader} objects, with all their classes. */
  LOADERS,
  /** {@link Thread} objects, with their thread locals. */
  THREADS,
  /** What is held by the referent of a {@link java.lang.ref.Reference} alone. */
  WEAK
}
