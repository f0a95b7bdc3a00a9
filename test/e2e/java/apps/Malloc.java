package apps;

/** What malloc says; test/harness/native/malloc.c. */
public final class Malloc {
  static {
    System.load(System.getProperty("native"));
  }

  private Malloc() {}

  public static native long bytesInUse();
}
