package cases;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** Constants of interfaces count when fields are numbered, also for a subclass of WeakReference. */
class T20FieldNumbers {
  static final List<Object> KEEP = new ArrayList<>();

  interface Constants {
    Object C1 = new Object();
    Object C2 = new Object();
    Object C3 = new Object();
  }

  static class R extends WeakReference<Object> implements Constants {
    final Big strong;

    R(Object weak, Big strong) {
      super(weak);
      this.strong = strong;
    }
  }

  static class Statics implements Constants {
    static Object s1 = new Object();
    static Big s2;
    static Object s3 = new Object();
  }

  static class Fields implements Constants {
    Object f1 = new Object();
    Object f2 = new Object();
    Big f3;
  }

  public static void main(String[] args) throws Exception {
    keepReference();
    keepInStatic();
    keepInField();
    Answer.leaks(args);
  }

  private static void keepReference() {
    Big weak = new Big();
    Big strong = new Big();
    KEEP.add(new R(weak, strong));
    Taproot.watch(weak, "weakly held");
    Taproot.watch(strong, "strongly held");
  }

  private static void keepInStatic() {
    Statics.s2 = new Big();
    Taproot.watch(Statics.s2, "in static");
  }

  private static void keepInField() {
    Fields fields = new Fields();
    fields.f3 = new Big();
    KEEP.add(fields);
    Taproot.watch(fields.f3, "in field");
  }
}
