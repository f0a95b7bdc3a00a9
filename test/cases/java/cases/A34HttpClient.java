package cases;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** An HttpClient lives as long as somebody holds it, not as long as its selector thread. */
class A34HttpClient {
  static final List<Object> KEEP = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    keep();
    drop();
    Answer.leaks(args);
  }

  private static void keep() {
    HttpClient client = HttpClient.newHttpClient();
    KEEP.add(client);
    Taproot.watch(client, "kept");
  }

  private static void drop() {
    Taproot.watch(HttpClient.newHttpClient(), "dropped");
  }
}
