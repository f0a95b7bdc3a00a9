package org.taproot.junit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Fails a test when an object leaks that should be gone at its end.
 *
 * <pre>{@code
 * @ExtendWith(LeakExtension.class)
 * class SessionTest {
 *   @Test
 *   void aClosedSessionIsForgotten(LeakWatcher leaks) {
 *     Session session = server.open();
 *     leaks.watch(session, "session");
 *     session.close();
 *   }
 * }
 * }</pre>
 *
 * <p>Objects are judged after the methods annotated with {@code AfterEach}. At that time JUnit still holds the test's
 * object with its fields, and the arguments of a parameterized test: watch neither of these. A test that fails anyway
 * is not judged.
 */
public final class LeakExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(LeakExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == LeakWatcher.class;
  }

  @Override
  public LeakWatcher resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getStore(NAMESPACE)
        .getOrComputeIfAbsent(LeakWatcher.class, key -> new LeakWatcher(), LeakWatcher.class);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    try (LeakWatcher watcher = test.getStore(NAMESPACE).get(LeakWatcher.class, LeakWatcher.class)) {
      if (watcher != null && test.getExecutionException().isEmpty()) {
        watcher.failOnLeaks();
      }
    }
  }
}
