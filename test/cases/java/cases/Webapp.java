package cases;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** A web application as a server sees it: classes of a loader of their own, to be dropped. */
final class Webapp {
  private Webapp() {}

  static URLClassLoader newLoader() throws Exception {
    URL classes = new File(System.getProperty("webapp")).toURI().toURL();
    return new URLClassLoader(new URL[] {classes}, Webapp.class.getClassLoader());
  }

  static Object newInstance(ClassLoader loader, String name) throws Exception {
    return Class.forName(name, true, loader).getConstructor().newInstance();
  }

  /** Calls the static method of a class of the web application. */
  static Object call(ClassLoader loader, String name, String method) throws Exception {
    return Class.forName(name, true, loader).getMethod(method).invoke(null);
  }
}
