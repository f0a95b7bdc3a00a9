package webapp;

/** A class of the web application, with something in its statics to weigh. */
public class W {
  static final byte[] STATICS = new byte[3 << 20];

  public static RuntimeException newException() {
    return new RuntimeException("kept by the server");
  }
}
