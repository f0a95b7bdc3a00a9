package cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.taproot.Taproot;

/** Writes the size of an object to a file of its own: "size-string.json". */
final class Sizes {
  private Sizes() {}

  static void write(String name, Object object) {
    write(name, "size,format=json", object);
  }

  static void write(String name, String command, Object... objects) {
    try {
      Answer.write(new String[] {"size-" + name + ".json"}, Taproot.ask(Answer.command(command), objects));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
