package org.taproot;

import java.util.List;

/**
 * The shortest path from a GC root to an object. Static fields, threads and thread locals are preferred as roots to
 * local variables, these to JNI references, and these to VM internals.
 *
 * @param strength how firmly the path holds the object
 * @param length how many references there are on it, those that were folded included
 * @param root where it begins
 * @param steps the objects on it, from the root's to the one asked for
 * @param remarks what was recognised on it
 */
public record RootPath(Strength strength, long length, Root root, List<PathStep> steps, List<Remark> remarks) {
  public RootPath {
    steps = List.copyOf(steps);
    remarks = List.copyOf(remarks);
  }

  /** The path in words, a line a step. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("GC root: ").append(root);
    steps.forEach(step -> text.append("\n  ").append(step));
    remarks.forEach(remark -> text.append("\n  note: ").append(remark));
    return text.toString();
  }
}
