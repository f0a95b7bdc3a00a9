package org.taproot.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.acme.SessionRegistry;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The demo's leaks are real: seen without Taproot. */
class ShopServerTest {
  private static WeakReference<ClassLoader> openShopAndClose(ShopServer server) throws Exception {
    WeakReference<ClassLoader> loader = new WeakReference<>(server.shopLoader());
    assertNotSame(ShopServerTest.class.getClassLoader(), loader.get());
    Customers customers = new Customers(server.uri());
    customers.shopAndLeave("tidy");
    assertNull(SessionRegistry.anyClosed());
    customers.shopAndLogOut("untidy");
    server.undeploy();
    return loader;
  }

  private static void collect(WeakReference<?> reference, int patience) throws InterruptedException {
    for (int i = 0; i < patience && reference.get() != null; i++) {
      System.gc();
      Thread.sleep(50);
    }
  }

  @AfterEach
  void tidyUp() {
    SessionRegistry.forget(SessionRegistry.anyClosed());
  }

  @Test
  void theThreadLocalHoldsTheLoaderUntilTheServersThreadsEnd() throws Exception {
    WeakReference<ClassLoader> loader;
    try (ShopServer server = ShopServer.start()) {
      loader = openShopAndClose(server);
      collect(loader, 5);
      assertNotNull(loader.get());
    }
    collect(loader, 100);
    assertNull(loader.get());
  }

  @Test
  void theRegistryHoldsTheClosedSession() throws Exception {
    try (ShopServer server = ShopServer.start()) {
      openShopAndClose(server);
      assertEquals("untidy", SessionRegistry.anyClosed().user());
    }
  }
}
