package org.taproot.internal;

import java.time.Duration;
import java.util.Locale;

/** Numbers in words, the same in every locale. */
public final class Words {
  private Words() {}

  /** "1 object", "812 objects". */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** "1.5 ms". */
  public static String millis(Duration duration) {
    return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
  }

  /** "41.0 s". */
  public static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
  }
}
