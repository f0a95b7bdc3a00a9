package org.taproot;

/** Taproot could not answer. The message says why; the application goes on as before. */
public final class TaprootException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TaprootException(String message) {
    super(message);
  }

  public TaprootException(String message, Throwable cause) {
    super(message, cause);
  }
}
