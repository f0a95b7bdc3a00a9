package org.taproot;

import org.taproot.internal.Words;

/**
 * What an object weighs beyond what a base object reaches anyway. Sizes are in bytes.
 *
 * @param base the base on its own
 * @param object the object on its own, what it shares with the base included
 * @param deltaObjects objects reached from the object and not from the base
 * @param deltaBytes bytes of these
 * @param sharedObjects objects reached from both
 * @param sharedBytes bytes of these
 */
public record SizeDelta(
    Size base, Size object, long deltaObjects, long deltaBytes, long sharedObjects, long sharedBytes) {
  @Override
  public String toString() {
    return deltaBytes + " bytes in " + Words.count(deltaObjects, "object") + " beyond the base, " + sharedBytes
        + " bytes in " + Words.count(sharedObjects, "object") + " shared with it";
  }
}
