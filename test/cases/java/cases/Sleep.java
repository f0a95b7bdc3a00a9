package cases;

/** Threads that do nothing for as long as the program runs. */
final class Sleep {
  private Sleep() {}

  static void inDaemon(String name) {
    Thread thread = new Thread(Sleep::forever, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void forever() {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
