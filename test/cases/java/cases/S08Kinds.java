package cases;

import java.util.function.Supplier;

/** Records, lambdas and enums weigh what a class of the same fields weighs. */
class S08Kinds {
  record AsRecord(int number, Big big) {}

  static final class AsClass {
    final int number;
    final Big big;

    AsClass(int number, Big big) {
      this.number = number;
      this.big = big;
    }
  }

  enum Colour { RED, GREEN }

  static final class UsesEnum {
    final int number = 1;
    final Colour colour = Colour.RED;
  }

  public static void main(String[] args) {
    Sizes.write("record", new AsRecord(1, new Big()));
    Sizes.write("class", new AsClass(1, new Big()));
    Sizes.write("lambda", capture(1, new Big()));
    Sizes.write("constant", Colour.RED);
    Sizes.write("user", new UsesEnum());
    Sizes.write("beyond", "size,format=json,delta=true", Colour.RED, new UsesEnum());
  }

  private static Object capture(int number, Big big) {
    Supplier<Object> lambda = () -> number + big.bytes.length;
    return lambda;
  }
}
