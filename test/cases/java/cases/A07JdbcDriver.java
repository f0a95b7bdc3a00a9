package cases;

import java.net.URLClassLoader;
import org.taproot.Taproot;

/** A JDBC driver that a web application registers and never takes back. */
class A07JdbcDriver {
  public static void main(String[] args) throws Exception {
    deployAndUndeploy();
    Answer.leaks(args);
  }

  private static void deployAndUndeploy() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    Webapp.call(loader, "webapp.D", "register");
    Taproot.watch(loader, "loader");
    loader.close();
  }
}
