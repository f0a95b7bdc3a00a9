package cases;

import java.beans.Introspector;
import java.net.URLClassLoader;
import org.taproot.Taproot;

/** A cache of the JDK holds the web application's class, but softly. */
class T18SoftlyHeld {
  public static void main(String[] args) throws Exception {
    introspect();
    Answer.leaks(args);
  }

  private static void introspect() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    Introspector.getBeanInfo(Class.forName("webapp.Bean", true, loader));
    Taproot.watch(loader, "loader");
    loader.close();
  }
}
