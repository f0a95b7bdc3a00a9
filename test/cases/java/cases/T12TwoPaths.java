package cases;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.taproot.Taproot;

/** "We cleared the map that the path named, and it still leaks": a second map holds it as well. */
class T12TwoPaths {
  static final Map<String, Object> S1 = new HashMap<>();
  static final Map<String, Object> S2 = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    put();
    Answer.write(args, Taproot.ask(Answer.command("paths,class=cases.Big,shortest=2,format=json")));
    Answer.write(new String[] {"answer.txt"}, Taproot.ask(Answer.command("paths,class=cases.Big,format=text")));
  }

  private static void put() {
    Big big = new Big();
    S1.put("big", big);
    S2.put("big", List.of(Optional.of(big)));
  }
}
