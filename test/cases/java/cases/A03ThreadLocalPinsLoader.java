package cases;

import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.taproot.Taproot;

/** A ThreadLocal of the server whose value is of a web application's class: it pins the loader. */
class A03ThreadLocalPinsLoader {
  static final ThreadLocal<Object> TL = new ThreadLocal<>();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Callable<Void> request = A03ThreadLocalPinsLoader::request;
    pool.submit(request).get();
    Answer.leaks(args);
    pool.shutdown();
  }

  private static Void request() throws Exception {
    URLClassLoader loader = Webapp.newLoader();
    TL.set(Webapp.newInstance(loader, "webapp.W"));
    Taproot.watch(loader, "loader");
    loader.close();
    return null;
  }
}
