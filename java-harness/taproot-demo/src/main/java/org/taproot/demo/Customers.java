package org.taproot.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** Sends real requests to the shop. */
final class Customers {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI shop;

  Customers(URI shop) {
    this.shop = shop;
  }

  /** Shops and logs out, by the page that leaves the session in the registry. */
  void shopAndLogOut(String user) throws IOException, InterruptedException {
    get("/logout?session=" + fillCart(user));
  }

  /** Shops and leaves, by the page that forgets the session. */
  void shopAndLeave(String user) throws IOException, InterruptedException {
    get("/leave?session=" + fillCart(user));
  }

  private String fillCart(String user) throws IOException, InterruptedException {
    String session = get("/login?user=" + user);
    for (String article : List.of("teapot", "cup", "cup")) {
      get("/add?session=" + session + "&article=" + article);
    }
    return session;
  }

  private String get(String page) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(HttpRequest.newBuilder(URI.create(shop + page)).build(), BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(page + " answered " + response.statusCode());
    }
    return response.body();
  }
}
