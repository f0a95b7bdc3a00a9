package org.taproot;

/** Where a path from the GC roots begins. */
public enum RootKind {
  /** A static field of a class of the boot, platform or app loader. */
  STATIC_FIELD,
  /** The {@link Class} object of such a class. */
  SYSTEM_CLASS,
  /** The {@link Thread} object of a live thread. */
  THREAD,
  /** The value of a {@link ThreadLocal} in a live thread. */
  THREAD_LOCAL,
  /** A local variable, or an intermediate result, of a Java frame. */
  STACK_LOCAL,
  /** A JNI local reference of native code. */
  JNI_LOCAL,
  /** A JNI global reference of native code; which code, nobody records. */
  JNI_GLOBAL,
  /** A monitor that is held. */
  MONITOR,
  /** Something inside the VM. */
  VM_INTERNAL,
  /** A kind of a newer agent that this library does not know. */
  UNKNOWN
}
