package cases;

import org.taproot.Taproot;

/** A finalizable object that nobody holds: it needs two collections and its finalizer between. */
class T17Finalizable {
  static long finalizerMillis;

  static class Fin {
    final Big big = new Big();

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() throws InterruptedException {
      Thread.sleep(finalizerMillis);
    }
  }

  public static void main(String[] args) throws Exception {
    finalizerMillis = Long.getLong("finalizer.millis");
    make();
    Answer.leaks(args);
  }

  private static void make() {
    Fin fin = new Fin();
    Taproot.watch(fin, "finalizable");
    Taproot.watch(fin.big, "its payload");
  }
}
