package cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.taproot.Taproot;

/** Asks Taproot and leaves the JSON in the file named by the program's first argument. */
final class Answer {
  private Answer() {}

  static void leaks(String[] args) throws IOException {
    write(args, Taproot.ask(command("leaks,format=json,delay=0s")));
  }

  static void paths(String[] args, Object object) throws IOException {
    write(args, Taproot.ask(command("paths,format=json"), object));
  }

  static void histogram(String[] args) throws IOException {
    write(args, Taproot.ask(command("histogram,format=json,top=100000")));
  }

  /** By the engine that the test wants. */
  static String command(String command) {
    return command + ",capture=" + System.getProperty("capture", "auto");
  }

  static void write(String[] args, String document) throws IOException {
    Files.writeString(Path.of(args[0]), document);
  }
}
