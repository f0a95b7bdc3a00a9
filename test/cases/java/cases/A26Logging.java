package cases;

import java.net.URLClassLoader;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.taproot.Taproot;

/** Folklore: a Level or a Handler of a web application pins its loader. It does not any more. */
class A26Logging {
  public static void main(String[] args) throws Exception {
    makeLevel();
    addHandler();
    Answer.leaks(args);
  }

  private static void makeLevel() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    Webapp.newInstance(loader, "webapp.Severe");
    Taproot.watch(loader, "loader of level");
    loader.close();
  }

  private static void addHandler() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    Logger.getLogger("webapp").addHandler((Handler) Webapp.newInstance(loader, "webapp.Quiet"));
    Taproot.watch(loader, "loader of handler");
    loader.close();
  }
}
