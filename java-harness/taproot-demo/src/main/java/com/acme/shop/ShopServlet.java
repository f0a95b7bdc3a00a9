package com.acme.shop;

import com.acme.AuditContext;
import com.acme.Session;
import com.acme.SessionRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A web shop: {@code /login?user=}, {@code /add?session=&article=}, {@code /logout?session=}, {@code /leave?session=}.
 *
 * <p>It makes two mistakes. It never calls {@link AuditContext#end}; and its logout closes the session but leaves it in
 * the registry. {@code /leave} does it right.
 */
public final class ShopServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final int PICTURE_BYTES = 20_000;

  private final Map<String, byte[]> pictures = new ConcurrentHashMap<>();

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    if ("/login".equals(request.getPathInfo())) {
      String user = request.getParameter("user");
      AuditContext.actFor(new Customer(user, request.getRemoteAddr()));
      response.getWriter().print(SessionRegistry.open(user).id());
      return;
    }
    Session session = SessionRegistry.find(request.getParameter("session"));
    if (session == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "no such session");
      return;
    }
    AuditContext.actFor(new Customer(session.user(), request.getRemoteAddr()));
    switch (request.getPathInfo()) {
      case "/add" -> addTo(session, request.getParameter("article"));
      case "/logout" -> session.close();
      case "/leave" -> {
        session.close();
        SessionRegistry.forget(session);
      }
      default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
  }

  private void addTo(Session session, String article) {
    byte[] picture = pictures.computeIfAbsent(article, name -> new byte[PICTURE_BYTES]);
    session.add(article, new BigDecimal("19.90"), picture);
  }
}
