package apps;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.taproot.Taproot;
import org.taproot.TaprootException;
import sun.misc.Signal;

/**
 * An application that holds still, keeps three sessions, and does what it is told, a line of input
 * at a time. Prints "ready" and an answer to each line; nothing else.
 */
final class Server {
  static final List<Session> ACTIVE = new ArrayList<>();
  static final Map<Integer, String> LARGE = new HashMap<>();

  private Server() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; ++i) ACTIVE.add(new Session("user " + i));
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("ready");
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", 3);
      System.out.println(answer(words));
    }
  }

  private static String answer(String[] words) throws Exception {
    switch (words[0]) {
      case "ping":
        return "pong";
      case "ask": // ask FILE COMMAND
        return ask(Path.of(words[1]), words[2]);
      case "watch": // watch NAME: one of the sessions
        Taproot.watch(ACTIVE.get(0), words[1]);
        return "watched";
      case "watch-and-drop": // watch-and-drop COUNT: as many short-lived objects
        watchAndDrop(Integer.parseInt(words[1]));
        return "watched";
      case "make-garbage": // make-garbage COUNT: as many sessions that nobody keeps
        for (int i = Integer.parseInt(words[1]); i > 0; --i) new Session("gone " + i);
        return "ok";
      case "fill": // fill COUNT: a map of as many entries, to be large
        for (int i = Integer.parseInt(words[1]); i > 0; --i) LARGE.put(i, i + "v");
        return "filled";
      case "take-signal": // take-signal USR1: as an application with a handler of its own
        Signal.handle(new Signal(words[1]), signal -> System.out.println("taken"));
        return "ok";
      case "native-bytes": // in use by malloc; the JVM frees disposed environments at a collection
        System.gc();
        System.gc();
        return Long.toString(Malloc.bytesInUse());
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }

  private static String ask(Path file, String command) throws Exception {
    try {
      Files.writeString(file, Taproot.ask(command));
      return "answered";
    } catch (TaprootException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static void watchAndDrop(int count) {
    for (int i = 0; i < count; ++i) Taproot.watch(new Object(), "short-lived " + i);
  }
}
