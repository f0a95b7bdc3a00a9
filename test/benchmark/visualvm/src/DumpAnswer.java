import java.io.File;
import java.util.Iterator;
import org.graalvm.visualvm.lib.jfluid.heap.Heap;
import org.graalvm.visualvm.lib.jfluid.heap.HeapFactory;
import org.graalvm.visualvm.lib.jfluid.heap.Instance;

/**
 * What Taproot answers in one go, by the library of VisualVM from a heap dump: opens it, works out the retained size of
 * every object, and the paths of some. Arguments: the file, a class, how many of its instances. Prints a line:
 * {@code open_ms retained_ms paths_ms steps}.
 */
public final class DumpAnswer {
  private DumpAnswer() {}

  public static void main(String[] args) throws Exception {
    long begin = System.nanoTime();
    Heap heap = HeapFactory.createHeap(new File(args[0]));
    long opened = System.nanoTime();
    heap.getBiggestObjectsByRetainedSize(1); // has those of all worked out
    long retained = System.nanoTime();
    long steps = 0;
    Iterator<Instance> instances = heap.getJavaClassByName(args[1]).getInstancesIterator();
    for (int i = Integer.parseInt(args[2]); i > 0 && instances.hasNext(); --i) steps += stepsTo(instances.next());
    long end = System.nanoTime();
    System.out.printf("%.1f %.1f %.1f %d%n", (opened - begin) / 1e6, (retained - opened) / 1e6, (end - retained) / 1e6, steps);
  }

  private static int stepsTo(Instance instance) {
    int steps = 0;
    for (Instance at = instance; at != null && !at.isGCRoot(); at = at.getNearestGCRootPointer()) ++steps;
    return steps;
  }
}
