package engines;

import java.nio.file.Files;
import java.nio.file.Path;
import org.taproot.Taproot;
import org.taproot.TaprootException;

/**
 * Holds a scene of every kind of thing there is. First argument: what goes on while it is captured. "still": nothing,
 * it waits for the end of its input. "churn": other threads allocate, collect, load and unload, but leave the scene
 * alone. "moving": they work on what others hold as well. Then pairs of a file and a command.
 */
final class Engines {
  private Engines() {}

  public static void main(String[] args) throws Throwable {
    Shapes.prepare();
    Loaded.prepare();
    Parked.prepare();
    if (Runtime.version().feature() >= 21) ParkedVirtually.prepare();
    System.gc();
    if (args[0].equals("still")) {
      System.out.println("ready");
      while (System.in.read() >= 0) {}
      return;
    }
    churn.Churn.begin(args[0].equals("moving"));
    for (int i = 1; i < args.length; i += 2) ask(args[i], args[i + 1]);
    System.exit(0);
  }

  private static void ask(String file, String command) throws Exception {
    try {
      Files.writeString(Path.of(file), Taproot.ask(command));
    } catch (TaprootException e) {
      System.err.println(command + ": " + e.getMessage());
      System.exit(1);
    }
  }
}
