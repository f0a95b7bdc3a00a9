package apps;

import java.util.concurrent.locks.LockSupport;
import org.taproot.Taproot;

/** Virtual threads that park at rising depth: the objects that keep their frames differ in size. */
final class Parked {
  private Parked() {}

  public static void main(String[] args) throws Exception {
    for (int i = 1; i <= 40; ++i) {
      int depth = i * 20;
      Thread.class.getMethod("startVirtualThread", Runnable.class)
          .invoke(null, (Runnable) () -> descend(depth));
    }
    Thread.sleep(1000);
    System.gc();
    System.out.print(Taproot.ask("histogram,format=json,top=100000"));
  }

  private static void descend(int depth) {
    if (depth == 0) LockSupport.park();
    else descend(depth - 1);
  }
}
