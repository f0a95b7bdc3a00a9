package cases;

import java.net.URLClassLoader;
import org.taproot.Taproot;

/** Up to JDK 23 a thread remembers the protection domains of the code that created it. */
class A06InheritedAccessControl {
  public static void main(String[] args) throws Exception {
    startInWebapp();
    Answer.leaks(args);
  }

  private static void startInWebapp() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    Class.forName("webapp.ThreadStarter", true, loader)
        .getMethod("startPlainThread", Runnable.class)
        .invoke(null, (Runnable) Sleep::forever);
    Taproot.watch(loader, "loader");
    loader.close();
  }
}
