package cases;

import java.util.concurrent.CompletableFuture;
import org.taproot.Taproot;

/** anyOf with a future that never completes: JDK 8 kept all the others, no JDK since does. */
class A13AnyOf {
  static final CompletableFuture<Object> NEVER = new CompletableFuture<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 50; ++i) await();
    Answer.leaks(args);
  }

  private static void await() {
    CompletableFuture<Object> quick = new CompletableFuture<>();
    CompletableFuture<Object> any = CompletableFuture.anyOf(NEVER, quick);
    Big result = new Big();
    Taproot.watch(quick, "quick");
    Taproot.watch(any, "any");
    Taproot.watch(result, "result");
    quick.complete(result);
  }
}
