package org.taproot;

/** How firmly a path holds its target: as firmly as its loosest reference. Ordered from firm to loose. */
public enum Strength {
  /** By ordinary references alone. */
  STRONG,
  /** By a {@link java.lang.ref.SoftReference}. */
  SOFT,
  /** By the list of objects whose finalizer has not run yet. */
  FINAL,
  /** By a {@link java.lang.ref.WeakReference}. */
  WEAK,
  /** By a {@link java.lang.ref.PhantomReference}. */
  PHANTOM,
  /** A strength of a newer agent that this library does not know. */
  UNKNOWN
}
