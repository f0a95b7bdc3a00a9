package org.taproot;

/**
 * A thread.
 *
 * @param name its name
 * @param id {@code Thread.getId()}
 * @param daemon whether it is a daemon
 * @param virtual whether it is a virtual thread
 */
public record ThreadInfo(String name, long id, boolean daemon, boolean virtual) {
  @Override
  public String toString() {
    return "thread \"" + name + "\"";
  }
}
