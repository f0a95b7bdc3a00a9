package apps;

import org.taproot.Taproot;

/** Watches an object that stays and one that goes, and leaves. */
final class Leaving {
  static Object stays = new Object[10];

  private Leaving() {}

  public static void main(String[] args) {
    Taproot.watch(stays, "stays");
    Taproot.watch(new Object[3], "goes");
  }
}
