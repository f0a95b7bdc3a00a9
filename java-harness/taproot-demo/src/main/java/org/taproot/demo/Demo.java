package org.taproot.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.acme.SessionRegistry;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.util.ServerInfo;
import org.taproot.Taproot;
import org.taproot.TaprootException;

/**
 * A server, customers, an undeploy, and what is left of the application afterwards. Exits with 0 if Taproot finds the
 * two leaks, with 1 if it does not, and with 2 if the command line is wrong.
 */
public final class Demo {
  private final Options options;
  /** In UTF-8 whatever the locale: the answers have arrows in them. */
  private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);

  private Demo(Options options) {
    this.options = options;
  }

  public static void main(String[] arguments) throws IOException, LifecycleException, InterruptedException {
    Options options = null;
    try {
      options = Options.parse(List.of(arguments));
    } catch (IllegalArgumentException e) {
      System.err.println("taproot-demo: " + e.getMessage() + "\n" + Options.USAGE);
      System.exit(2);
    }
    try {
      System.exit(new Demo(options).run() ? 0 : 1);
    } catch (TaprootException e) {
      System.err.println("taproot-demo: " + e.getMessage());
      System.exit(1);
    }
  }

  private boolean run() throws IOException, LifecycleException, InterruptedException {
    try (ShopServer server = ShopServer.start()) {
      out.println(ServerInfo.getServerInfo() + " serves " + server.uri() + " on Java " + Runtime.version());
      sendCustomers(server);
      Taproot.watch(server.shopLoader(), "class loader of /shop");
      server.undeploy();
      out.println("/shop is undeployed. Of it and of the sessions nothing should be left.\n");
      boolean asExpected = report();
      if (options.hold()) {
        hold();
      }
      return asExpected;
    }
  }

  private void sendCustomers(ShopServer server) throws IOException, InterruptedException {
    Customers customers = new Customers(server.uri());
    customers.shopAndLeave(Expectations.userName(0));
    for (int i = 1; i <= options.leakyRequests(); i++) {
      customers.shopAndLogOut(Expectations.userName(i));
    }
    out.println(options.leakyRequests() + 1 + " customers went shopping and logged out");
  }

  private boolean report() throws IOException {
    out.println(Taproot.ask("leaks,format=text,delay=0s"));
    out.println("What one of the sessions weighs, and why:\n");
    out.println(Taproot.ask("profile,format=text", SessionRegistry.anyClosed()));
    if (options.json().isPresent()) {
      writeJson(options.json().get());
    }
    List<String> failures = Expectations.failuresOf(Taproot.leaks(Duration.ZERO), options.leakyRequests());
    failures.forEach(failure -> System.err.println("taproot-demo: " + failure));
    return failures.isEmpty();
  }

  private void writeJson(Path file) throws IOException {
    Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
    Path unfinished = Files.createTempFile(folder, "leaks-", ".json");
    Files.writeString(unfinished, Taproot.ask("leaks,format=json,delay=0s"));
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    out.println("The same as JSON: " + file);
  }

  private void hold() throws InterruptedException {
    long pid = ProcessHandle.current().pid();
    String library = System.getProperty("org.taproot.library", "/path/to/libtaproot.so");
    out.println("The server goes on as process " + pid + " until it is killed. Ask it, for example:");
    Path program = Path.of(library).resolveSibling("../bin/taproot").normalize();
    out.println("  " + (Files.isExecutable(program) ? program : "taproot") + " leaks " + pid + " --delay 0s");
    new CountDownLatch(1).await();
  }
}
