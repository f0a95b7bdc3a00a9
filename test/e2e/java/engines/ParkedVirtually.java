package engines;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads that are parked and unmounted; by reflection, for 17 has none. */
final class ParkedVirtually {
  private ParkedVirtually() {}

  static final List<Object> THREADS = new ArrayList<>();
  static volatile Object sink;

  static void prepare() throws Exception {
    for (int i = 1; i <= 3; ++i) {
      int depth = i * 10;
      start("engine-virtual-" + i, () -> descend(depth, new Object[] {"argument"}));
    }
    Thread.sleep(200); // until they are unmounted
  }

  private static void start(String name, Runnable body) throws Exception {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    Object named = type.getMethod("name", String.class).invoke(builder, name);
    Thread thread = (Thread) type.getMethod("start", Runnable.class).invoke(named, body);
    THREADS.add(thread);
    while (thread.getState() != Thread.State.WAITING) Thread.sleep(5);
  }

  private static void descend(int depth, Object argument) {
    Object local = new int[] {depth};
    if (depth == 0) LockSupport.park();
    else descend(depth - 1, local);
    sink = new Object[] {local, argument};
  }
}
