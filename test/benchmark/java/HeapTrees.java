import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A heap that is mostly trees, as configurations, documents and caches are: maps in lists in maps, with strings at the leaves. Hardly an object has
 * two referrers.
 */
public class HeapTrees {
    static final Map<String, Map<String, List<Object>>> DOCUMENTS = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        long wanted = Long.parseLong(arguments[0]);
        long made = 0;
        for (int i = 0; made < wanted; i++) {
            Map<String, List<Object>> document = new LinkedHashMap<>();
            made += 8;  // the map, its table, its entry above, and the name
            for (int section = 0; section < 12; section++) {
                List<Object> lines = new ArrayList<>();
                for (int line = 0; line < 20; line++) {
                    lines.add(line % 5 == 0 ? Map.entry("line " + i + line, (Object) (double) line) : "text " + i + "." + line);
                    made += line % 5 == 0 ? 4 : 2;
                }
                document.put("section " + section + " of " + i, lines);
                made += 5;
            }
            DOCUMENTS.put("document " + i, document);
        }
        System.out.println("ready");
        System.in.read();
    }
}
