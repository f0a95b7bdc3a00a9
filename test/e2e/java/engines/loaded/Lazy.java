package engines.loaded;

/** Loaded, but not initialized. */
public class Lazy extends Part {
  static Object never = new Object();
}
