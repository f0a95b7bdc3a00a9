package org.taproot;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.taproot.internal.Answers;
import org.taproot.internal.Native;
import org.taproot.internal.NativeLibrary;

/**
 * What keeps objects of this VM alive, and what they weigh.
 *
 * <pre>{@code
 * Taproot.watch(session, "session 42");
 * ...
 * System.out.println(Taproot.leaks());
 * }</pre>
 *
 * <p>The native library is that of the agent, if the VM was started with it, and else comes out of the jar: no launch
 * option is needed. The property {@code taproot.library.path} names another one. Name by it the very file that is to be
 * attached later, and what is watched from here is known there too: a copy out of the jar is an agent of its own.
 *
 * <p>Any thread may call any method; questions are answered one at a time. What is asked about the whole heap (leaks,
 * paths, histogram) stops the application while the heap is walked, and the answer says for how long. What is asked
 * about an object (sizes, profile) costs what the object reaches.
 *
 * <p>Every method throws {@link NullPointerException} for a null argument, and {@link TaprootException} where Taproot
 * cannot answer. Nothing here holds an object longer than the call.
 */
public final class Taproot {
  private Taproot() {}

  /** Whether the native library is loaded or can be. If not, every other method says why. */
  public static boolean isAvailable() {
    try {
      NativeLibrary.load();
      return true;
    } catch (TaprootException e) {
      return false;
    }
  }

  /**
   * Watches an object that should be garbage soon. The watch does not hold the object, and ends with it.
   *
   * @param object what should die
   * @param name what reports call it
   */
  public static Watch watch(Object object, String name) {
    Objects.requireNonNull(object, "object is null");
    Objects.requireNonNull(name, "name is null");
    NativeLibrary.load();
    return new Watch(Native.watch(object, name), name);
  }

  /** What became of the watched objects; those watched for less than five seconds are too young to tell. */
  public static LeakReport leaks() {
    return Answers.leaks(ask("leaks,format=json"));
  }

  /**
   * What became of the watched objects. Garbage is collected twice, and finalizers get to run in between.
   *
   * @param retainedDelay how long an object must have been watched to be called a leak, in milliseconds precise
   */
  public static LeakReport leaks(Duration retainedDelay) {
    if (retainedDelay.isNegative()) {
      throw new IllegalArgumentException("retainedDelay is negative: " + retainedDelay);
    }
    return Answers.leaks(ask("leaks,format=json,delay=" + retainedDelay.toMillis() + "ms"));
  }

  /** The profile tree of an object, with {@link ProfileOptions#defaults}. */
  public static Profile profile(Object object) {
    return profile(object, ProfileOptions.defaults());
  }

  /** The profile tree of an object: which of its parts make it heavy. */
  public static Profile profile(Object object, ProfileOptions options) {
    Objects.requireNonNull(object, "object is null");
    String command = "profile,format=json,depth=" + options.depth() + ",top=" + options.top() + ",min="
        + BigDecimal.valueOf(options.minPercent()).toPlainString() + entering(options.entered());
    return Answers.profile(ask(command, new Object[] {object}));
  }

  /** What an object weighs on its own, in bytes. */
  public static long sizeOf(Object object) {
    Objects.requireNonNull(object, "object is null");
    NativeLibrary.load();
    return Native.shallowSize(object);
  }

  /** What an object weighs with all that it reaches, in bytes. Stops at each {@link Boundary}. */
  public static long deepSizeOf(Object object) {
    return size(object).deepBytes();
  }

  /** What objects weigh together, in bytes: what they share counts once. Stops at each {@link Boundary}. */
  public static long deepSizeOf(Object first, Object second, Object... more) {
    return size(Set.of(), together(first, second, more)).deepBytes();
  }

  /** What an object weighs, and what was left out. Stops at each {@link Boundary}. */
  public static Size size(Object object) {
    return size(Set.of(), new Object[] {object});
  }

  /**
   * What objects weigh together.
   *
   * @param entered the boundaries at which not to stop
   * @param objects where to begin, at least one
   */
  public static Size size(Set<Boundary> entered, Object[] objects) {
    if (objects.length == 0) {
      throw new IllegalArgumentException("no objects");
    }
    return Answers.size(ask("size,format=json" + entering(entered), objects));
  }

  /**
   * What would be garbage if these objects were. Unlike a deep size it leaves out what others hold as well, and so it
   * takes a look at the whole heap. Local variables count as holders, those of the caller too.
   */
  public static Retained retainedBy(Object first, Object... more) {
    Objects.requireNonNull(first, "object is null");
    Object[] all = new Object[1 + more.length];
    all[0] = first;
    System.arraycopy(more, 0, all, 1, more.length);
    return Answers.retained(ask("size,retained=true,format=json", all));
  }

  /** What {@code object} weighs beyond what {@code base} reaches anyway. Stops at each {@link Boundary}. */
  public static SizeDelta sizeDelta(Object base, Object object) {
    Objects.requireNonNull(base, "base is null");
    Objects.requireNonNull(object, "object is null");
    return Answers.delta(ask("size,delta=true,format=json", new Object[] {base, object}));
  }

  /**
   * What holds an object: the shortest path from the best GC root. The caller's own local variables are such roots, of
   * lower rank than static fields and threads. Empty if no reference that can be seen leads to the object.
   */
  public static Optional<RootPath> pathTo(Object object) {
    Objects.requireNonNull(object, "object is null");
    return Answers.path(ask("paths,format=json", new Object[] {object}));
  }

  /**
   * The classes of all reachable objects.
   *
   * @param top how many of them, the heaviest first; at least 1
   */
  public static Histogram histogram(int top) {
    if (top < 1) {
      throw new IllegalArgumentException("top is " + top);
    }
    return Answers.histogram(ask("histogram,format=json,top=" + top));
  }

  /** What is being answered at this moment, by whomever it was asked. Does not wait for it. */
  public static Optional<Work> progress() {
    return Answers.work(ask("status,format=json"));
  }

  /**
   * Ends what is being answered, and a measurement of growth: who asked gets a {@link TaprootException} within a second
   * or so. Does not wait for it.
   *
   * @return false if there was nothing to end
   */
  public static boolean cancel() {
    if (!Answers.isBusy(ask("status,format=json"))) {
      return false;
    }
    try {
      ask("cancel,format=json");
      return true;
    } catch (TaprootException e) {
      return false; // over in the meantime
    }
  }

  /** Begins to look for what grows with each run of a scenario. */
  public static GrowthScenario growth() {
    return new GrowthScenario();
  }

  /**
   * The answer to any command of the command language, as the document that it asks for by {@code format=}; JSON if it
   * does not.
   *
   * @param command such as "leaks,format=text,delay=0s"
   * @param inputs the objects that the command is about, if it is about objects
   */
  public static String ask(String command, Object... inputs) {
    Objects.requireNonNull(command, "command is null");
    for (int i = 0; i < inputs.length; i++) {
      Objects.requireNonNull(inputs[i], i == 0 ? "object is null" : "object " + i + " is null");
    }
    NativeLibrary.load();
    return Native.request(command, inputs);
  }

  private static Object[] together(Object first, Object second, Object[] more) {
    Object[] all = new Object[2 + more.length];
    all[0] = first;
    all[1] = second;
    System.arraycopy(more, 0, all, 2, more.length);
    return all;
  }

  private static String entering(Set<Boundary> boundaries) {
    return boundaries.isEmpty()
        ? ""
        : boundaries.stream()
            .map(boundary -> boundary.name().toLowerCase(Locale.ROOT))
            .sorted()
            .collect(Collectors.joining(";", ",enter=", ""));
  }
}
