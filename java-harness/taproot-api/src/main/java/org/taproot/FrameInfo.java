package org.taproot;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A method that a thread is in.
 *
 * @param className the class that declares the method
 * @param method its name
 * @param signature its descriptor, such as "(I)V"
 * @param file the source file, where known
 * @param line the source line at which the method stands, where known
 * @param depth how many frames are above this one, where known; 0 is the top
 */
public record FrameInfo(
    String className, String method, String signature, Optional<String> file, OptionalLong line, OptionalLong depth) {
  @Override
  public String toString() {
    String place = file.map(name -> line.isPresent() ? name + ":" + line.getAsLong() : name).orElse("");
    return className + "." + method + (place.isEmpty() ? "" : "(" + place + ")");
  }
}
