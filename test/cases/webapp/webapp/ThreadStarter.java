package webapp;

public class ThreadStarter {
  /** A thread that has nothing of the web application but its creator. */
  public static void startPlainThread(Runnable task) {
    Thread thread = new Thread(task, "plain");
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }
}
