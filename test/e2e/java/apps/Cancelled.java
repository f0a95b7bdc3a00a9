package apps;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.taproot.Taproot;
import org.taproot.TaprootException;

/** Asks about a large heap, and cancels when the answer has come to a phase. */
final class Cancelled {
  static final Map<Integer, String> LARGE = new HashMap<>();
  static final Object KEPT = new Kept();

  static final class Kept {}

  private Cancelled() {}

  /** Arguments: the command, and how the phase's name begins. */
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 1_500_000; ++i) LARGE.put(i, i + "v");
    AtomicReference<String> outcome = new AtomicReference<>("answered");
    Thread asker = new Thread(() -> {
      try {
        Taproot.ask(args[0]);
      } catch (TaprootException e) {
        outcome.set(e.getMessage());
      }
    });
    asker.start();
    while (asker.isAlive() && !isAt(args[1])) Thread.sleep(1);
    long cancelled = System.nanoTime();
    boolean was = Taproot.cancel();
    asker.join();
    System.out.println((System.nanoTime() - cancelled) / 1_000_000 + " ms");
    System.out.println(outcome.get());
    System.out.println(was + " " + Taproot.progress().isPresent() + " " + Taproot.cancel());
    System.out.println(Taproot.ask("status"));
  }

  private static boolean isAt(String phase) {
    return Taproot.progress().filter(work -> work.phase().startsWith(phase)).isPresent();
  }
}
