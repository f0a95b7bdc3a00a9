package cases;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.taproot.Taproot;

/** Tasks far ahead that were cancelled, and stay in the executor's queue; what they captured does not. */
class A11CancelledTasks {
  static final int TASKS = 100;
  static final ScheduledThreadPoolExecutor EXECUTOR = new ScheduledThreadPoolExecutor(1);

  public static void main(String[] args) throws Exception {
    EXECUTOR.setRemoveOnCancelPolicy(false);
    for (int i = 0; i < TASKS; ++i) scheduleAndCancel(i == 0);
    Answer.leaks(args);
    Sizes.write("queue", "size,retained=true,format=json", EXECUTOR.getQueue());
    EXECUTOR.shutdownNow();
  }

  private static void scheduleAndCancel(boolean first) {
    Big payload = new Big();
    ScheduledFuture<?> task = EXECUTOR.schedule(() -> System.out.println(payload), 10, TimeUnit.DAYS);
    if (first) {
      Taproot.watch(payload, "payload");
      Taproot.watch(task, "task");
    }
    task.cancel(false);
  }
}
