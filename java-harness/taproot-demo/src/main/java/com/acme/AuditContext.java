package com.acme;

/** On whose behalf the current thread works. Shared by all applications on this server. */
public final class AuditContext {
  /**
   * The second leak: threads of a pool outlive the request, so the value must be removed at its end. If it is an object
   * of a web application, it holds its class, and that the class loader with all classes of the application.
   */
  private static final ThreadLocal<Object> CURRENT = new ThreadLocal<>();

  private AuditContext() {}

  public static void actFor(Object actor) {
    CURRENT.set(actor);
  }

  public static Object actor() {
    return CURRENT.get();
  }

  public static void end() {
    CURRENT.remove();
  }
}
