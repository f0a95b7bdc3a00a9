package engines;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.WeakHashMap;

/** References that are no plain fields: weak ones, method handles, proxies, native memory. */
final class Holders {
  private Holders() {}

  /** Fields and constants beside those of Reference. */
  static final class Own extends WeakReference<Object> implements Shapes.MoreConstants {
    Object strong = new Object();

    Own(Object referent) {
      super(referent, QUEUE);
    }
  }

  static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
  static final Object REFERENT = new Object[] {"held"};
  static final Reference<?>[] REFERENCES = {
    new WeakReference<>(REFERENT), new SoftReference<>(REFERENT), new PhantomReference<>(REFERENT, QUEUE), new Own(REFERENT),
    new WeakReference<>(null), new SoftReference<>(new byte[100]),
  };
  static final WeakReference<Object> ENQUEUED = new WeakReference<>(REFERENT, QUEUE);
  static final WeakReference<Object> ENQUEUED_TOO = new WeakReference<>(REFERENT, QUEUE);
  static final WeakHashMap<Object, Object> WEAK_MAP = new WeakHashMap<>();
  static final Object CLEANED = new Object();
  static final Cleaner.Cleanable CLEANABLE = Cleaner.create().register(CLEANED, () -> {});

  static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(1000);
  static final Object[] BUFFERS = {
    DIRECT, DIRECT.slice(), DIRECT.asReadOnlyBuffer(), DIRECT.asIntBuffer(), ByteBuffer.allocate(10),
    ByteBuffer.wrap(new byte[20], 3, 5).slice(),
  };

  static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
  static final ThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();

  static MethodHandle virtualHandle;
  static MethodHandle boundHandle;
  static VarHandle variable;
  static Method method;
  static Object proxy;
  static Object concatenated;
  static Object field = "field";

  static void prepare() throws Throwable {
    ENQUEUED.enqueue();
    ENQUEUED_TOO.enqueue();
    WEAK_MAP.put(REFERENT, new Object[] {REFERENT});
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(String.class, String.class);
    virtualHandle = lookup.findVirtual(String.class, "concat", type);
    boundHandle = MethodHandles.insertArguments(virtualHandle, 0, "bound to ");
    if (!"bound to this".equals((String) boundHandle.invoke("this"))) throw new AssertionError();
    variable = lookup.findStaticVarHandle(Holders.class, "field", Object.class);
    method = Holders.class.getDeclaredMethod("prepare");
    proxy = Proxy.newProxyInstance(Holders.class.getClassLoader(), new Class<?>[] {Runnable.class, Comparable.class},
        (self, called, arguments) -> null);
    ((Runnable) proxy).run();
    int number = 42;
    concatenated = "call site of " + number + " and " + type;
  }
}
