package cases;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.taproot.Taproot;

/** A ThreadLocal set in a pool thread and never removed. */
class A02ThreadLocal {
  static final ThreadLocal<Big> TL = new ThreadLocal<>();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    pool.submit(A02ThreadLocal::task).get();
    Answer.leaks(args);
    pool.shutdown();
  }

  private static void task() {
    Big big = new Big();
    TL.set(big);
    Taproot.watch(big, "big");
  }
}
