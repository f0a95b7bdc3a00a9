package engines;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Classes of loaders of their own, and hidden ones. */
final class Loaded {
  private Loaded() {}

  /** Loads what lies in the package `loaded` by itself. */
  static final class OwnLoader extends ClassLoader {
    final Object own = new Object();

    OwnLoader(String name) {
      super(name, Loaded.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("engines.loaded.")) return super.loadClass(name, resolve);
      Class<?> known = findLoadedClass(name);
      if (known != null) return known;
      try {
        byte[] bytes = bytesOf(name);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  static final List<Object> PLUGINS = new ArrayList<>();
  static final List<Object> HIDDEN = new ArrayList<>();
  static Object webapp;
  /** Hidden, weakly held by its loader, and of all there is only its mirror. */
  static Class<?> mirrorAlone;
  /** Never initialized. */
  static Class<?> notInitialized;

  static void prepare() throws Exception {
    for (int i = 0; i < 2; ++i) {
      Class<?> plugin = Class.forName("engines.loaded.Plugin", true, new OwnLoader("own " + i));
      PLUGINS.add(plugin.getConstructor().newInstance());
    }
    // FollowReferences does not tell the loader of a class that is not linked, so something else must hold it.
    ClassLoader lazy = new OwnLoader("lazy");
    PLUGINS.add(lazy);
    notInitialized = Class.forName("engines.loaded.Lazy", false, lazy);
    HIDDEN.add(instanceOf(define(null, Lookup.ClassOption.STRONG)));
    HIDDEN.add(instanceOf(define(null)));
    HIDDEN.add(instanceOf(define(new Object[] {"class data", 1})));
    HIDDEN.add(instanceOf(define("strong class data", Lookup.ClassOption.STRONG, Lookup.ClassOption.NESTMATE)));
    mirrorAlone = define(List.of("data of a mirror"));
    // A strong one that nothing refers to but its loader.
    define(new int[] {1, 2, 3}, Lookup.ClassOption.STRONG);
    URL classes = new File(System.getProperty("webapp")).toURI().toURL();
    webapp = Class.forName("webapp.W", true, new URLClassLoader(new URL[] {classes})).getConstructor().newInstance();
  }

  private static Class<?> define(Object data, Lookup.ClassOption... options) throws Exception {
    byte[] bytes = bytesOf("engines.Template");
    Lookup lookup = MethodHandles.lookup();
    return (data == null ? lookup.defineHiddenClass(bytes, true, options)
        : lookup.defineHiddenClassWithClassData(bytes, data, true, options)).lookupClass();
  }

  private static Object instanceOf(Class<?> hidden) throws Exception {
    return hidden.getDeclaredConstructor().newInstance();
  }

  private static byte[] bytesOf(String name) throws IOException {
    try (InputStream in = Loaded.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }
}
