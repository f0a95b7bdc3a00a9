package apps;

/** What the server below should have forgotten. */
final class Session {
  final String user;
  final byte[] cart = new byte[1000];

  Session(String user) {
    this.user = user;
  }
}
