package org.taproot.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardThreadExecutor;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat on a free port of this machine, with the shop deployed at /shop. Leaves nothing behind on disk. */
final class ShopServer implements AutoCloseable {
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");  // held: the level goes with the logger

  private final Path folder;
  private final Tomcat tomcat = new Tomcat();
  private StandardContext shop;
  private boolean closed;

  private ShopServer(Path folder) {
    this.folder = folder;
  }

  static ShopServer start() throws IOException, LifecycleException {
    TOMCAT_LOG.setLevel(Level.SEVERE);
    ShopServer server = new ShopServer(Files.createTempDirectory("taproot-demo-"));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "close the shop"));  // also on Ctrl-C
    try {
      server.startTomcat();
      return server;
    } catch (IOException | LifecycleException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void startTomcat() throws IOException, LifecycleException {
    System.setProperty("catalina.home", folder.toString());  // or it stays that of an earlier server in this VM
    tomcat.setBaseDir(folder.toString());
    tomcat.setConnector(connector());
    deploy();
    tomcat.start();
  }

  /** As in production: the server's own pool of threads, which live as long as the server. */
  private Connector connector() {
    StandardThreadExecutor workers = new StandardThreadExecutor();
    workers.setName("workers");
    workers.setNamePrefix("worker-");
    workers.setMinSpareThreads(2);
    workers.setMaxThreads(2);
    tomcat.getService().addExecutor(workers);
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.getProtocolHandler().setExecutor(workers);
    return connector;
  }

  private void deploy() throws IOException {
    Path libraries = Files.createDirectories(folder.resolve("shop/WEB-INF/lib"));
    try (InputStream jar = ShopServer.class.getResourceAsStream("/webapp/shop.jar")) {
      Files.copy(jar, libraries.resolve("shop.jar"));
    }
    Context context = tomcat.addContext("/shop", folder.resolve("shop").toString());
    Tomcat.addServlet(context, "shop", "com.acme.shop.ShopServlet").addMapping("/*");
    shop = (StandardContext) context;
    // Tomcat would find the forgotten thread local, but only log it: the value cannot be taken out safely while the
    // thread runs. The demo leaves the talking to Taproot. All other protection against leaks is as Tomcat has it.
    shop.setClearReferencesThreadLocals(false);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/shop");
  }

  /** The loader of the shop's classes, for as long as the shop is deployed. */
  ClassLoader shopLoader() {
    return shop.getLoader().getClassLoader();
  }

  /** Stops the shop and throws it out. The server goes on. */
  void undeploy() {
    tomcat.getHost().removeChild(shop);
    shop = null;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      TOMCAT_LOG.log(Level.SEVERE, "Tomcat did not stop", e);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> childrenFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : childrenFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
