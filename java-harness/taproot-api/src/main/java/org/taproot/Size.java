package org.taproot;

import org.taproot.internal.Words;

/**
 * What objects weigh, in bytes as this VM lays them out.
 *
 * @param objects how many objects are reached, those asked for included
 * @param shallowBytes bytes of the objects asked for alone
 * @param deepBytes bytes of all that is reached, each object counted once
 * @param nativeBytes bytes outside of the heap, such as those behind direct buffers; never part of {@code deepBytes}
 * @param stops what was not entered
 */
public record Size(long objects, long shallowBytes, long deepBytes, long nativeBytes, Stops stops) {
  @Override
  public String toString() {
    return deepBytes + " bytes in " + Words.count(objects, "object") + ", " + shallowBytes + " of them shallow"
        + (nativeBytes > 0 ? ", and " + nativeBytes + " native bytes" : "");
  }
}
