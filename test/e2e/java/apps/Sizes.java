package apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.util.Arrays;
import java.util.LinkedList;
import org.taproot.Profile;
import org.taproot.SizeDelta;
import org.taproot.Taproot;

/** Sizes that are known to the byte, asked for in every way there is. */
final class Sizes {
  private Sizes() {}

  public static void main(String[] args) throws Exception {
    strings();
    linkedList();
    formats();
  }

  private static void strings() throws Exception {
    String[] strings = {new String("JavaWorld"), new String("JavaWorld")};
    write("strings.txt", Taproot.ask("profile,format=text", (Object) strings));
    write("strings.json", Taproot.ask("profile,format=json", (Object) strings));
    Profile profile = Taproot.profile(strings);
    System.out.println(
        "tree of " + profile.entries().size() + " entries, " + profile.bytes() + " bytes");
    System.out.println("one string " + Taproot.sizeOf(strings[0]));
    System.out.println("deep " + Taproot.deepSizeOf(strings));
    System.out.println("together " + Taproot.deepSizeOf(strings[0], strings[1]));
  }

  private static void linkedList() {
    LinkedList<Object> nulls = new LinkedList<>(Arrays.asList(new Object[1000]));
    System.out.println("linked list " + Taproot.deepSizeOf(nulls));
  }

  private static void formats() {
    DecimalFormat one = (DecimalFormat) NumberFormat.getPercentInstance();
    DecimalFormat two = (DecimalFormat) NumberFormat.getPercentInstance();
    SizeDelta delta = Taproot.sizeDelta(one, two);
    long base = Taproot.deepSizeOf(one);
    long together = Taproot.deepSizeOf(one, two);
    System.out.println("delta adds up " + (delta.deltaBytes() == together - base));
    System.out.println("delta takes out " + (delta.sharedBytes() > 0
        && delta.deltaBytes() + delta.sharedBytes() == Taproot.deepSizeOf(two)));
  }

  private static void write(String file, String text) throws Exception {
    Files.writeString(Path.of(file), text);
  }
}
