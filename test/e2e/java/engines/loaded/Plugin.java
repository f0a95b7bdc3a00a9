package engines.loaded;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Of a loader of its own. */
public class Plugin extends Part implements Supplier<Object> {
  static final List<Object> INSTANCES = new ArrayList<>();
  static final byte[] LOAD = new byte[10_000];

  final Object[] parts = {new Part(), this, "text of a plugin"};

  public Plugin() {
    INSTANCES.add(this);
  }

  @Override
  public Object get() {
    return parts;
  }
}
