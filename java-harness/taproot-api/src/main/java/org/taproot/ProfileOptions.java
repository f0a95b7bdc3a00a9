package org.taproot;

import java.util.EnumSet;
import java.util.Set;

/**
 * How much of a profile tree to answer with, and where its walk ends.
 *
 * @param depth levels below the root, at least 1
 * @param top children of an entry, the heaviest first, at least 1
 * @param minPercent entries lighter than this part of the root are left out, 0 to 100
 * @param entered what to enter that is not entered by default
 */
public record ProfileOptions(int depth, int top, double minPercent, Set<Boundary> entered) {
  private static final ProfileOptions DEFAULTS = new ProfileOptions(6, 30, 1, Set.of());

  public ProfileOptions {
    if (depth < 1 || top < 1 || !(minPercent >= 0 && minPercent <= 100)) {
      throw new IllegalArgumentException("depth " + depth + ", top " + top + ", minPercent " + minPercent);
    }
    entered = Set.copyOf(entered);
  }

  /** Six levels, thirty children, from one percent on, entering nothing. */
  public static ProfileOptions defaults() {
    return DEFAULTS;
  }

  /** The same with this depth. */
  public ProfileOptions withDepth(int levels) {
    return new ProfileOptions(levels, top, minPercent, entered);
  }

  /** The same with this number of children. */
  public ProfileOptions withTop(int children) {
    return new ProfileOptions(depth, children, minPercent, entered);
  }

  /** The same with this limit. */
  public ProfileOptions withMinPercent(double percent) {
    return new ProfileOptions(depth, top, percent, entered);
  }

  /** The same, entering these. */
  public ProfileOptions entering(Boundary first, Boundary... more) {
    return new ProfileOptions(depth, top, minPercent, EnumSet.of(first, more));
  }
}
