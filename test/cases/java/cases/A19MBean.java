package cases;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.taproot.Taproot;

/** A standard MBean that is never unregistered. */
class A19MBean {
  public interface FooMBean {
    int getValue();
  }

  public static class Foo implements FooMBean {
    @Override
    public int getValue() {
      return 1;
    }
  }

  public static void main(String[] args) throws Exception {
    register();
    Answer.leaks(args);
  }

  private static void register() throws Exception {
    Foo foo = new Foo();
    ManagementFactory.getPlatformMBeanServer().registerMBean(foo, new ObjectName("x:type=Foo"));
    Taproot.watch(foo, "foo");
  }
}
