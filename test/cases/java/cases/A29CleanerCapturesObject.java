package cases;

import java.lang.ref.Cleaner;
import org.taproot.Taproot;

/** A cleaning action that captures the very object whose death it waits for. */
class A29CleanerCapturesObject {
  static final Cleaner CLEANER = Cleaner.create();

  static class Resource {
    long pointer = 42;

    Resource() {
      CLEANER.register(this, () -> pointer = 0);
    }
  }

  public static void main(String[] args) throws Exception {
    make();
    Answer.leaks(args);
  }

  private static void make() {
    Taproot.watch(new Resource(), "resource");
  }
}
