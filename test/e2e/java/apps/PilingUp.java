package apps;

import java.io.File;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.taproot.Taproot;

/** What piles up in the JDK because of its user: names, cancelled tasks, threads. */
final class PilingUp {
  static final ScheduledThreadPoolExecutor SCHEDULER = new ScheduledThreadPoolExecutor(1);
  static final List<HttpClient> CLIENTS = new ArrayList<>();
  static int names;

  private PilingUp() {}

  public static void main(String[] args) throws Exception {
    Taproot.ask("growth,scenario=begin");
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 100; i++) new File("/tmp/taproot-none-" + names++).deleteOnExit();
      for (int i = 0; i < 50; i++) SCHEDULER.schedule(() -> {}, 1, TimeUnit.DAYS).cancel(false);
      for (int i = 0; i < 2; i++) CLIENTS.add(HttpClient.newHttpClient());
      Taproot.ask("growth,scenario=round");
    }
    Files.writeString(Path.of("growth.json"), Taproot.ask("growth,format=json,top=100,scenario=report"));
    Files.writeString(Path.of("growth.txt"), Taproot.ask("growth,format=text,scenario=report"));
    System.exit(0);
  }
}
