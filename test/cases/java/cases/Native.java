package cases;

/** The native side of the JNI cases; test/harness/native/jni.c. */
final class Native {
  static {
    System.load(System.getProperty("native"));
  }

  private Native() {}

  static native void newGlobalRef(Object object);

  static native void newWeakGlobalRef(Object object);

  /** Makes a Big that only a JNI local reference holds, watches it, and never returns. */
  static native void holdLocal();
}
