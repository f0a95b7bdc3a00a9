package org.taproot;

/** How one object refers to the next. */
public enum ReferenceKind {
  /** An instance field. */
  FIELD,
  /** An element of an array. */
  ELEMENT,
  /** A static field, from the {@link Class} object. */
  STATIC_FIELD,
  /** A field of {@link Class} itself, such as {@code classValueMap}. */
  MIRROR_FIELD,
  /** From an object to its class. */
  CLASS,
  /** From a class to its superclass. */
  SUPERCLASS,
  /** From a class to an interface. */
  INTERFACE,
  /** From a class to its loader. */
  CLASS_LOADER,
  /** From a class to its protection domain. */
  PROTECTION_DOMAIN,
  /** From a class to its signers. */
  SIGNERS,
  /** From a class to a constant. */
  CONSTANT_POOL,
  /** From a virtual thread that runs nowhere to a local variable of one of its frames. */
  FRAME_LOCAL,
  /** Another way, inside the VM. */
  OTHER,
  /** A kind of a newer agent that this library does not know. */
  UNKNOWN
}
