package cases;

import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeSupport;
import org.taproot.Taproot;

/** A listener, given as a method reference, that is never removed. */
class A15Listener {
  static final PropertyChangeSupport PCS = new PropertyChangeSupport("model");

  static class Window {
    void changed(PropertyChangeEvent event) {}
  }

  public static void main(String[] args) throws Exception {
    openAndClose();
    Answer.leaks(args);
  }

  private static void openAndClose() {
    Window window = new Window();
    PCS.addPropertyChangeListener(window::changed);
    Taproot.watch(window, "window");
  }
}
