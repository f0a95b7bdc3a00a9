package com.acme;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.taproot.Taproot;

/** What the server knows of a customer between login and logout. */
public final class Session {
  private final String id;
  private final String user;
  private final List<CartLine> cart = new ArrayList<>();
  private boolean closed;

  /** An article in the cart, with the picture that the cart page shows. */
  private record CartLine(String article, BigDecimal price, byte[] picture) {}

  Session(String id, String user) {
    this.id = id;
    this.user = user;
  }

  public String id() {
    return id;
  }

  public String user() {
    return user;
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  public synchronized void add(String article, BigDecimal price, byte[] picture) {
    cart.add(new CartLine(article, price, picture));
  }

  /** Ends the session. From here on nothing should hold it, and Taproot will tell if something does. */
  public synchronized void close() {
    closed = true;
    if (Taproot.isAvailable()) {
      Taproot.watch(this, "session of " + user);
    }
  }
}
