package cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.taproot.Taproot;

/** Asks Taproot and leaves the JSON in the file named by the program's first argument. */
final class Answer {
  private Answer() {}

  static void leaks(String[] args) throws IOException {
    write(args, Taproot.ask("leaks,format=json,delay=0s"));
  }

  static void paths(String[] args, Object object) throws IOException {
    write(args, Taproot.ask("paths,format=json", object));
  }

  static void histogram(String[] args) throws IOException {
    write(args, Taproot.ask("histogram,format=json,top=100000"));
  }

  static void write(String[] args, String document) throws IOException {
    Files.writeString(Path.of(args[0]), document);
  }
}
