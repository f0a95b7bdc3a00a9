package churn;

/** What hidden classes that soon die are made of. */
final class Passing {
  static final Object STATIC = new Object[3];
  final Object field = new byte[100];
}
