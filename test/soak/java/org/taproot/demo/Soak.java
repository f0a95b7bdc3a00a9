package org.taproot.demo;

import apps.Malloc;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.taproot.Taproot;

/**
 * The demo's server under load, captured by fork again and again. Arguments: how many times, and how many seconds from
 * one capture to the next. After each capture a line tells what the process holds: {@code captures malloc_bytes resident_kib
 * descriptors threads children requests failed}. Exits with 1 if a request or a capture fails.
 */
public final class Soak {
  private static final int SHOPPERS = 3;
  /** In turns. The sessions are closed and forgotten, so there are no leaks; the thread-locals are few. */
  private static final List<String> COMMANDS = List.of("leaks,delay=0s,verify=graph", "snapshot,output=soak.snapshot",
      "histogram", "dominators", "threads", "suspects", "waste", "paths,class=com.acme.shop.ShopServlet");

  private static final AtomicLong requests = new AtomicLong();
  private static final AtomicLong failed = new AtomicLong();
  private static volatile boolean over;

  private Soak() {}

  public static void main(String[] args) throws Exception {
    int captures = Integer.parseInt(args[0]);
    long pause = (long) (Double.parseDouble(args[1]) * 1e3);
    int status = 0;
    try (ShopServer server = ShopServer.start()) {
      List<Thread> shoppers = new ArrayList<>();
      for (int i = 0; i < SHOPPERS; i++) shoppers.add(shopper(server, i));
      for (int i = 0; i < captures; i++) {
        long next = System.currentTimeMillis() + pause;
        if (!capture(COMMANDS.get(i % COMMANDS.size()))) status = 1;
        System.out.println(i + 1 + " " + sample());
        Thread.sleep(Math.max(0, next - System.currentTimeMillis()));
      }
      over = true;
      for (Thread shopper : shoppers) shopper.join();
    }
    System.exit(failed.get() > 0 ? 1 : status);
  }

  private static Thread shopper(ShopServer server, int number) {
    Thread shopper = new Thread(() -> shop(new Customers(server.uri()), number), "shopper-" + number);
    shopper.start();
    return shopper;
  }

  private static void shop(Customers customers, int number) {
    try {
      while (!over) {
        customers.shopAndLeave("shopper-" + number);
        requests.incrementAndGet();
        Thread.sleep(20);
      }
    } catch (Exception e) {
      failed.incrementAndGet();
      System.err.println("a request failed: " + e);
    }
  }

  private static boolean capture(String command) {
    try {
      String answer = Taproot.ask(command + ",format=json,capture=fork");
      if (answer.contains("\"engine\": \"fork\"")) return true;
      System.err.println(command + " was not answered by fork: " + answer);
    } catch (RuntimeException e) {
      System.err.println(command + ": " + e.getMessage());
    }
    return false;
  }

  private static String sample() throws IOException {
    System.gc(); // the JVM frees what an environment of JVMTI held only with a collection
    return Malloc.bytesInUse() + " " + resident() + " " + count("/proc/self/fd") + " " + count("/proc/self/task") + " "
        + children() + " " + requests + " " + failed;
  }

  private static long resident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
    }
    throw new IOException("no VmRSS");
  }

  private static int count(String folder) throws IOException {
    int count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder))) {
      for (Path entry : entries) ++count;
    }
    return count;
  }

  private static int children() throws IOException {
    int count = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path task : tasks) {
        try {
          count += Files.readString(task.resolve("children")).split(" ").length - 1;
        } catch (IOException e) {
          // the thread has ended
        }
      }
    }
    return count;
  }
}
