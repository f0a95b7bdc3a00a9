package apps;

/** What malloc says; test/harness/native/malloc.c. */
final class Malloc {
  static {
    System.load(System.getProperty("native"));
  }

  private Malloc() {}

  static native long bytesInUse();
}
