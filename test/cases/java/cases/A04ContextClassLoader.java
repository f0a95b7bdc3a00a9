package cases;

import java.net.URLClassLoader;
import org.taproot.Taproot;

/** A library's thread that inherits the context class loader of whoever happened to start it. */
class A04ContextClassLoader {
  public static void main(String[] args) throws Exception {
    startInWebapp();
    Answer.leaks(args);
  }

  private static void startInWebapp() throws Exception {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    URLClassLoader loader = Webapp.newLoader();
    current.setContextClassLoader(loader);
    Sleep.inDaemon("lib-thread");
    current.setContextClassLoader(before);
    Taproot.watch(loader, "loader");
    loader.close();
  }
}
