package webapp;

import java.util.logging.Level;

public class Severe extends Level {
  public Severe() {
    super("VERY SEVERE", 1100);
  }
}
