package cases;

/** An object from which the whole heap is near. */
class S10World {
  static final class Context {
    final Thread thread = Thread.currentThread();
    final ClassLoader loader = S10World.class.getClassLoader();
    final Class<?> type = S10World.class;
    final Big big = new Big();
  }

  public static void main(String[] args) {
    Context context = new Context();
    Sizes.write("stops", context);
    Sizes.write("all", "size,format=json,enter=classes;loaders;threads", context);
  }
}
