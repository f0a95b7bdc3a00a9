package com.acme;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** All sessions of all applications on this server. */
public final class SessionRegistry {
  /** The first leak: a session is put here by its login and stays, unless somebody calls {@link #forget}. */
  private static final Map<String, Session> active = new ConcurrentHashMap<>();

  private SessionRegistry() {}

  public static Session open(String user) {
    Session session = new Session(UUID.randomUUID().toString(), user);
    active.put(session.id(), session);
    return session;
  }

  public static Session find(String id) {
    return active.get(id);
  }

  public static void forget(Session session) {
    active.remove(session.id());
  }

  /** A session that was closed and is still here; null if there is none. */
  public static Session anyClosed() {
    return active.values().stream().filter(Session::isClosed).findAny().orElse(null);
  }
}
