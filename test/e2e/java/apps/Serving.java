package apps;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.taproot.Taproot;
import org.taproot.TaprootException;

/**
 * A server under load: answers each line of a connection with "ok " and the line, and closes it when
 * told "bye". Its one thread waits with epoll. Beside it allocates and keeps sessions. What it is
 * told on its standard input it does as apps.Server does.
 */
final class Serving {
  static final Map<String, Session> SESSIONS = new HashMap<>();
  private static final int KEPT = 20_000;

  private Serving() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < KEPT; ++i) SESSIONS.put("session " + i, new Session("user " + i));
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    Thread thread = new Thread(() -> serve(selector, server), "serving");
    thread.setDaemon(true);
    thread.start();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("ready " + ((InetSocketAddress) server.getLocalAddress()).getPort());
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println(answer(line.split(" ", 3)));
    }
  }

  private static String answer(String[] words) throws Exception {
    switch (words[0]) {
      case "ask": // ask FILE COMMAND
        try {
          Files.writeString(Path.of(words[1]), Taproot.ask(words[2]));
          return "answered";
        } catch (TaprootException e) {
          return "refused: " + e.getMessage();
        }
      case "watch": // watch NAME: one of the sessions
        Taproot.watch(SESSIONS.get("session 0"), words[1]);
        return "watched";
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  private static void serve(Selector selector, ServerSocketChannel server) {
    List<UUID> garbage = new ArrayList<>();
    try {
      while (true) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isAcceptable()) {
            accept(selector, server);
          } else {
            read(key);
          }
          garbage.add(new UUID(garbage.size(), 0));
        }
        selector.selectedKeys().clear();
        if (garbage.size() > 10_000) garbage = new ArrayList<>();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void accept(Selector selector, ServerSocketChannel server) throws IOException {
    SocketChannel client = server.accept();
    client.configureBlocking(false);
    client.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(256));
  }

  // A line is short enough to come and go in one piece.
  private static void read(SelectionKey key) throws IOException {
    SocketChannel client = (SocketChannel) key.channel();
    ByteBuffer buffer = (ByteBuffer) key.attachment();
    if (client.read(buffer) < 0) {
      client.close();
      return;
    }
    if (buffer.position() == 0 || buffer.get(buffer.position() - 1) != '\n') return;
    String line = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
    buffer.clear();
    if (line.equals("bye\n")) {
      client.close();
      return;
    }
    client.write(ByteBuffer.wrap(("ok " + line).getBytes(StandardCharsets.UTF_8)));
  }
}
