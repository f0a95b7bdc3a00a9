package org.taproot;

import java.util.Optional;

/**
 * A GC root. Which of the optional parts are there depends on the kind.
 *
 * @param kind what it is
 * @param text the root in words, such as "static field com.acme.Main.KEEP"
 * @param className the class of a static field, the system class, or the class whose static field holds the thread local
 * @param field the static field
 * @param loader the loader of the class
 * @param thread the thread of a thread, thread local, stack local or JNI local
 * @param frame the frame of a stack local or JNI local
 * @param local the slot of a stack local
 */
public record Root(
    RootKind kind,
    String text,
    Optional<String> className,
    Optional<String> field,
    Optional<String> loader,
    Optional<ThreadInfo> thread,
    Optional<FrameInfo> frame,
    Optional<LocalInfo> local) {
  @Override
  public String toString() {
    return text + loader.map(name -> "   (loader: " + name + ")").orElse("");
  }
}
