package webapp;

import java.util.logging.Handler;
import java.util.logging.LogRecord;

public class Quiet extends Handler {
  @Override
  public void publish(LogRecord record) {}

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
