package org.taproot.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.taproot.TaprootException;

/**
 * Loads libtaproot.so once: the one that an agent in this process came from, or else the one that the user names, or
 * else the one in the jar.
 */
public final class NativeLibrary {
  /**
   * Set by an agent that is already here. A second image of it would not know what the first one watches. But where the
   * file is gone, as after another class loader took it out of a jar, a second image is all there can be.
   */
  static final String AGENT_PROPERTY = "org.taproot.library";

  /** Set by the user. */
  static final String USER_PROPERTY = "taproot.library.path";

  private static volatile boolean loaded;

  private NativeLibrary() {}

  /**
   * Returns at once if the library is loaded.
   *
   * @throws TaprootException if it cannot be loaded; a later call tries again
   */
  public static void load() {
    if (!loaded) {
      loadOnce();
    }
  }

  private static synchronized void loadOnce() {
    if (loaded) {
      return;
    }
    String agent = System.getProperty(AGENT_PROPERTY);
    String user = System.getProperty(USER_PROPERTY);
    if (agent != null && Files.isReadable(Path.of(agent))) {
      loadFrom(Path.of(agent));
    } else if (user != null) {
      loadFrom(Path.of(user));
    } else {
      loadFromJar(resourceName(System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    loaded = true;
  }

  static void loadFrom(Path library) {
    if (!Files.isReadable(library)) {
      throw new TaprootException("cannot read the native library " + library);
    }
    link(library, "; if another class loader has it, put taproot-api.jar where one loader serves all who use it");
  }

  private static void loadFromJar(String resource) {
    try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
      if (library == null) {
        throw new TaprootException("taproot-api.jar was built without " + resource + "; name the library by -D"
            + USER_PROPERTY + "=/path/to/libtaproot.so");
      }
      loadCopyOf(library);
    } catch (IOException e) {
      throw new TaprootException("cannot copy the native library to " + System.getProperty("java.io.tmpdir") + ": " + e
          + "; name another folder by -Djava.io.tmpdir, or the library by -D" + USER_PROPERTY, e);
    }
  }

  private static void loadCopyOf(InputStream library) throws IOException {
    Path copy = Files.createTempFile("libtaproot-", ".so");  // readable by the owner alone
    try {
      Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
      link(copy, "; where the folder is mounted noexec, name another one by -Djava.io.tmpdir, or the library by -D"
          + USER_PROPERTY);
    } finally {
      Files.deleteIfExists(copy);  // once mapped, the library needs no name
    }
  }

  private static void link(Path library, String hint) {
    try {
      System.load(library.toAbsolutePath().toString());
    } catch (UnsatisfiedLinkError e) {
      throw new TaprootException("cannot load the native library: " + e.getMessage() + hint, e);
    }
  }

  /** Where the jar keeps the library for this operating system and processor. */
  static String resourceName(String os, String arch) {
    String processor = switch (arch) {
      case "amd64", "x86_64" -> "x86_64";
      case "aarch64" -> "aarch64";
      default -> null;
    };
    if (!os.equals("Linux") || processor == null) {
      throw new TaprootException("Taproot runs on Linux, on x86_64 and aarch64; this is " + os + " on " + arch);
    }
    return "/org/taproot/native/linux-" + processor + "/libtaproot.so";
  }
}
