package apps;

import com.sun.tools.attach.VirtualMachine;

/** PID LIBRARY TIMES OPTIONS...: loads the agent so often, each time with the next options. */
final class AttachManyTimes {
  private AttachManyTimes() {}

  public static void main(String[] args) throws Exception {
    VirtualMachine vm = VirtualMachine.attach(args[0]);
    int times = Integer.parseInt(args[2]);
    for (int i = 0; i < times; ++i) {
      vm.loadAgentPath(args[1], args[3 + i % (args.length - 3)]);
    }
    vm.detach();
  }
}
