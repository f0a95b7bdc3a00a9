package cases;

import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** A stored exception of a JDK class: its stack trace mentions the web application's class. */
class A22StoredStackTrace {
  static final List<Object> KEEP = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    keepException();
    Answer.leaks(args);
  }

  private static void keepException() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    KEEP.add(Webapp.call(loader, "webapp.W", "newException"));
    Taproot.watch(loader, "loader");
    loader.close();
  }
}
