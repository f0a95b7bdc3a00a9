package org.taproot;

import org.taproot.internal.Native;
import org.taproot.internal.NativeLibrary;

/**
 * A watched object, by number. Does not hold the object.
 *
 * @param id its number in this process
 * @param name the name that reports give it
 */
public record Watch(long id, String name) implements AutoCloseable {
  /**
   * Ends the watch.
   *
   * @return false if it had ended before
   */
  public boolean unwatch() {
    NativeLibrary.load();
    return Native.unwatch(id);
  }

  /** Ends the watch. Closing twice is fine. */
  @Override
  public void close() {
    unwatch();
  }
}
