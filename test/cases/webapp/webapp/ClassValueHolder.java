package webapp;

/** Computes a value of a class of the web application and has it kept by a class of the JDK. */
public class ClassValueHolder {
  static class Meta {
    final Class<?> owner = ClassValueHolder.class;
  }

  static final ClassValue<Meta> META = new ClassValue<>() {
    @Override
    protected Meta computeValue(Class<?> type) {
      return new Meta();
    }
  };

  public static void compute() {
    META.get(String.class);
  }
}
