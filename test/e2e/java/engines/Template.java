package engines;

/** What hidden classes are made of; never loaded under its own name. */
final class Template {
  static final Object IN_STATIC = new Object[] {"static of a hidden class"};
  static long number = 1;
  final Object inField = new Object();
  final Runnable lambda = () -> number++;
}
