package org.taproot.internal;

/**
 * The native side, registered by the library when it is loaded. Call {@link NativeLibrary#load} first.
 *
 * <p>The library hides the frames of {@code org.taproot} on the calling thread: objects are safe in the arguments of
 * these methods, and nowhere else. Kept in a field, in a lambda or by another thread they would show up in the answer.
 */
public final class Native {
  private Native() {}

  /** The answer to a command of the command language, in the format that it asks for, or else JSON. */
  public static native String request(String command, Object[] inputs);

  /** Watches the object under this name; the id is above 0. */
  public static native long watch(Object object, String name);

  /** False if nothing was watched under this id. */
  public static native boolean unwatch(long id);

  /** Shallow size in bytes. */
  public static native long shallowSize(Object object);
}
