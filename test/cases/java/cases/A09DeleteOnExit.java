package cases;

import java.io.File;
import org.taproot.Taproot;

/** deleteOnExit on a server: every name is kept until the end. */
class A09DeleteOnExit {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 1000; ++i) deleteOnExit(i);
    Answer.leaks(args);
  }

  private static void deleteOnExit(int i) {
    File file = new File("never-made-" + i);
    file.deleteOnExit();
    if (i == 999) Taproot.watch(file.getPath(), "name");
  }
}
