package webapp;

public class Bean {
  public int getSize() {
    return 1;
  }
}
