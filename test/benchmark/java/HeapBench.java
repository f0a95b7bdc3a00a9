import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.taproot.Taproot;

/**
 * Measures ways of capturing one heap of this process, one line a measurement:
 * {@code way wall_ms cpu_ms gap_ms pause_ms capture_ms peak_native_mib objects}. The gap is the longest time that a thread of
 * the application stood still. A way is "dump", or an identity of Taproot's capture: the path to an object that a
 * static field holds takes next to nothing beyond the capture. "contents" looks at the elements of arrays as well, and
 * for what is wasted.
 */
public final class HeapBench {
  static final Map<Integer, Person> PEOPLE = new HashMap<>();

  /** Six objects and some twelve references each, with the map's. */
  static final class Person {
    final String name;
    final Person boss;
    final Object[] tags;

    Person(int i, Person boss) {
      this.name = "person " + i;
      this.boss = boss;
      this.tags = new Object[] {this, boss, name};
    }
  }

  static volatile long longestGap;

  public static void main(String[] args) throws Exception {
    int people = Integer.parseInt(args[0]) / 6;
    Person boss = null;
    for (int i = 0; i < people; i++) {
      Person person = new Person(i, boss);
      PEOPLE.put(i, person);
      if (i % 7 == 0) boss = person;
    }
    System.gc();
    Thread ticker = new Thread(HeapBench::tick, "ticker");
    ticker.setDaemon(true);
    ticker.start();
    // The first request loads and compiles what all others use.
    Taproot.ask("status");
    for (int i = 1; i < args.length; i++) measure(args[i]);
  }

  static void measure(String way) throws Exception {
    Thread.sleep(300);
    long native0 = resetPeak();
    longestGap = 0;
    long cpu0 = cpuNanos();
    long wall0 = System.nanoTime();
    String answer = ask(way);
    double wall = (System.nanoTime() - wall0) / 1e6;
    double cpu = (cpuNanos() - cpu0) / 1e6;
    double peak = (status("VmHWM") - native0) / 1024.0;
    System.out.printf("%s %.1f %.1f %.1f %s %s %.1f %s%n", way, wall, cpu, longestGap / 1e6, number(answer, "pauseMs"),
        number(answer, "totalMs"), peak, number(answer, "objects"));
  }

  static String ask(String way) throws IOException {
    return switch (way) {
      case "dump" -> dump();
      case "contents" -> Taproot.ask("waste,identity=address");
      default -> Taproot.ask("paths,identity=" + way, PEOPLE);
    };
  }

  static String dump() throws IOException {
    File file = File.createTempFile("heap", ".hprof");
    Files.delete(file.toPath());
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.getPath(), false);
    } finally {
      Files.deleteIfExists(file.toPath());
    }
    return "";
  }

  static void tick() {
    long last = System.nanoTime();
    while (true) {
      LockSupport.parkNanos(200_000);
      long now = System.nanoTime();
      longestGap = Math.max(longestGap, now - last);
      last = now;
    }
  }

  static String number(String json, String key) {
    Matcher found = Pattern.compile("\"" + key + "\": ([0-9.]+)").matcher(json);
    return found.find() ? found.group(1) : "-";
  }

  static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
  }

  /** Lets the peak of resident memory start anew from what is resident now. In KiB. */
  static long resetPeak() throws IOException {
    Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    return status("VmRSS");
  }

  static long status(String key) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(key + ":")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
    }
    throw new IOException("no " + key);
  }
}
