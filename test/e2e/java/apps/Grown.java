package apps;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** Writes a snapshot, grows by a thousand items and loses ten others, and writes another one. */
final class Grown {
  static final int ITEMS = 1000;
  static final List<Item> KEPT = new ArrayList<>(2 * ITEMS);
  static final List<Lost> LOST = new ArrayList<>();

  private Grown() {}

  static final class Item {
    final byte[] load = new byte[1000];
  }

  static final class Lost {}

  public static void main(String[] args) throws Exception {
    KEPT.add(new Item());
    for (int i = 0; i < 10; i++) LOST.add(new Lost());
    System.out.println(Taproot.ask("snapshot,format=text,output=before.snapshot"));
    for (int i = 0; i < ITEMS; i++) KEPT.add(new Item());
    LOST.clear();
    System.out.println(Taproot.ask("snapshot,format=text,output=after.snapshot"));
    write("diff.json", "diff,before=before.snapshot,after=after.snapshot,format=json");
    write("diff.txt", "diff,before=before.snapshot,after=after.snapshot,format=text,top=1000");
    write("to-live.json", "diff,before=before.snapshot,format=json");
    write("none.json", "diff,before=after.snapshot,after=after.snapshot,format=json");
    for (String question : List.of("paths,class=apps.Grown$Item", "histogram,top=50")) {
      String name = question.substring(0, question.indexOf(','));
      write(name + "-live.json", question + ",format=json");
      write(name + "-file.json", question + ",format=json,file=after.snapshot");
    }
  }

  private static void write(String file, String question) throws Exception {
    Files.writeString(Path.of(file), Taproot.ask(question));
  }
}
