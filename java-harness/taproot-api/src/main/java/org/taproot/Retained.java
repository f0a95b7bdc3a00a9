package org.taproot;

import org.taproot.internal.Words;

/**
 * What would be garbage if an object, or several together, were.
 *
 * @param bytes of the heap
 * @param objects how many they are, those asked for included
 */
public record Retained(long bytes, long objects) {
  @Override
  public String toString() {
    return bytes + " bytes in " + Words.count(objects, "object");
  }
}
