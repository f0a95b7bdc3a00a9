import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.taproot.Taproot;

/**
 * A heap to be captured in several ways, and what its application notices of it. Arguments: how many objects, how many
 * of them are watched. Reads a command a line and answers each with a line:
 *
 * <pre>
 * begin        from here on it is measured
 * ask COMMAND  has Taproot answer; tells pauseMs totalMs objects
 * end          tells cpu_ms gap_ms peak_mib: CPU time of this process and the children it has waited for, the longest
 *              time that a thread of the application stood still, and by how much resident memory rose at its highest
 * </pre>
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
  static long cpuBefore;
  static long residentBefore;

  public static void main(String[] args) throws Exception {
    fill(Integer.parseInt(args[0]) / 6);
    for (int i = 0; i < Integer.parseInt(args[1]); i++) Taproot.watch(PEOPLE.get(i), "person " + i);
    System.gc();
    Thread ticker = new Thread(HeapBench::tick, "ticker");
    ticker.setDaemon(true);
    ticker.start();
    Taproot.ask("status"); // loads what every request needs
    System.out.println("ready");
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", 2);
      System.out.println(switch (words[0]) {
        case "begin" -> begin();
        case "ask" -> ask(words[1]);
        case "end" -> end();
        default -> throw new IllegalArgumentException(line);
      });
    }
  }

  private static void fill(int people) {
    Person boss = null;
    for (int i = 0; i < people; i++) {
      Person person = new Person(i, boss);
      PEOPLE.put(i, person);
      if (i % 7 == 0) boss = person;
    }
  }

  private static String begin() throws Exception {
    Thread.sleep(300);
    Files.writeString(Path.of("/proc/self/clear_refs"), "5"); // the peak starts anew
    residentBefore = status("VmRSS");
    cpuBefore = cpuMillis();
    longestGap = 0;
    return "begun";
  }

  private static String ask(String command) {
    try {
      // The path to an object that a static field holds takes next to nothing beyond the capture.
      String answer = command.startsWith("paths") ? Taproot.ask(command, PEOPLE) : Taproot.ask(command);
      return number(answer, "pauseMs") + " " + number(answer, "totalMs") + " " + number(answer, "objects");
    } catch (RuntimeException e) {
      return "failed: " + e.getMessage().replace('\n', ' ');
    }
  }

  private static String end() throws IOException {
    long cpu = cpuMillis() - cpuBefore;
    return cpu + " " + longestGap / 1e6 + " " + (status("VmHWM") - residentBefore) / 1024.0;
  }

  private static void tick() {
    long last = System.nanoTime();
    while (true) {
      LockSupport.parkNanos(200_000);
      long now = System.nanoTime();
      longestGap = Math.max(longestGap, now - last);
      last = now;
    }
  }

  private static String number(String json, String key) {
    Matcher found = Pattern.compile("\"" + key + "\": ([0-9.]+)").matcher(json);
    return found.find() ? found.group(1) : "-";
  }

  /** In ticks of a hundredth of a second; the kernel adds those of a child once it is waited for. */
  private static long cpuMillis() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int field = 14; field <= 17; ++field) ticks += Long.parseLong(fields[field - 3]);
    return ticks * 10;
  }

  private static long status(String key) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(key + ":")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
    }
    throw new IOException("no " + key);
  }
}
