package org.taproot;

/** What is to be said of a watched object. */
public enum Verdict {
  /** A leak: strong references lead from a GC root to the object. */
  STRONGLY_REACHABLE("strongly reachable"),
  /** Freed under memory pressure. */
  SOFTLY_REACHABLE("softly reachable"),
  /** Freed once its finalizer ran. */
  WAITING_FOR_FINALIZATION("waiting for finalization"),
  /** Held by weak or phantom references alone: freed by a later collection. */
  WEAKLY_REACHABLE("weakly reachable"),
  /** Alive, but no reference that can be seen leads to the object. */
  HELD_BY_VM("held by the VM"),
  /** Gone, as it should be. */
  COLLECTED("collected"),
  /** Watched for less than the retained delay: too early to tell. */
  TOO_YOUNG("too young to tell"),
  /** Alive, but a debugger is attached and may hold the object. */
  UNDER_DEBUGGER("alive under a debugger"),
  /** A verdict of a newer agent that this library does not know. */
  UNKNOWN("unknown");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /** Whether the object is a leak. */
  public boolean isLeak() {
    return this == STRONGLY_REACHABLE;
  }

  /** The verdict in words, such as "strongly reachable". */
  @Override
  public String toString() {
    return words;
  }
}
