package cases;

import java.net.URLClassLoader;
import org.taproot.Taproot;

/** A ClassValue computed on a JDK class: its map is a field of java.lang.Class itself. */
class T03ClassValue {
  public static void main(String[] args) throws Exception {
    deployAndUndeploy();
    Answer.leaks(args);
  }

  private static void deployAndUndeploy() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    Webapp.call(loader, "webapp.ClassValueHolder", "compute");
    Taproot.watch(loader, "loader");
    loader.close();
  }
}
