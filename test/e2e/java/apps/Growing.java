package apps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.taproot.GrowthReport;
import org.taproot.GrowthScenario;
import org.taproot.Taproot;

/** A list that grows, and a cache that is full after a while. */
final class Growing {
  static final class Order {
    final byte[] payload = new byte[1000];
  }

  static final List<Order> ORDERS = new ArrayList<>(10_000);
  static final Map<Integer, Object> CACHE = new HashMap<>(64);
  static int calls;

  private Growing() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "scenario" -> scenario();
      case "ask" -> {
        startGrowing();
        System.out.println(Taproot.ask(args[1]));
        System.exit(0);
      }
      default -> {
        startGrowing();
        System.out.println("ready");
        Thread.sleep(600_000);
      }
    }
  }

  private static void call() {
    for (int i = 0; i < 10; ++i) ORDERS.add(new Order());
    for (int i = 0; i < 10; ++i) CACHE.put(++calls % 20, new Object());
  }

  private static void scenario() {
    try (GrowthScenario growth = Taproot.growth()) {
      for (int run = 0; run < 4; ++run) {
        call();
        growth.round();
      }
      GrowthReport report = growth.report();
      System.out.println(report.growing().size());
      System.out.println(report.growing().get(0).objects());
      System.out.println(report.growing().get(0).retainedBytes().orElseThrow());
      System.out.println(report.growing().get(0).path());
      System.out.println(report.hasGrowth() + " " + report.rounds().size());
      try {
        Taproot.growth();
        System.out.println("a second one began");
      } catch (org.taproot.TaprootException e) {
        System.out.println(e.getMessage());
      }
    }
    Taproot.growth().close();
  }

  private static void startGrowing() {
    Thread thread = new Thread(() -> {
      while (true) {
        call();
        byte[] garbage = new byte[1 << 20];
        garbage[0] = 1;
        try {
          Thread.sleep(20);
        } catch (InterruptedException e) {
          return;
        }
      }
    });
    thread.setDaemon(true);
    thread.start();
  }
}
