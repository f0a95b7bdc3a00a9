#include "capture/vm_description.h"

#include <unistd.h>

#include <climits>
#include <string>

#include "absl/strings/numbers.h"
#include "capture/jvm.h"
#include "capture/vm_flags.h"

namespace taproot {
namespace {

// "com.acme.Main --port 80" -> "com.acme.Main". The property is the launcher's, not the VM's.
std::string MainClass(jvmtiEnv* jvmti) {
  const std::string command = SystemProperty(jvmti, "sun.java.command");
  return command.substr(0, command.find(' '));
}

std::string HostName() {
  char name[HOST_NAME_MAX + 1] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

int64_t CallLong(JNIEnv* jni, jobject object, jclass klass, const char* method) {
  jmethodID id = jni->GetMethodID(klass, method, "()J");
  const jlong value = id == nullptr ? 0 : jni->CallLongMethod(object, id);
  return TakeException(jni, method).ok() ? value : 0;
}

}  // namespace

VmInfo DescribeVm(jvmtiEnv* jvmti, JNIEnv* jni) {
  VmInfo vm;
  vm.name = SystemProperty(jvmti, "java.vm.name");
  vm.version = SystemProperty(jvmti, "java.vm.version");
  const std::string feature = SystemProperty(jvmti, "java.vm.specification.version");
  if (!absl::SimpleAtoi(feature, &vm.feature_version)) vm.feature_version = 0;
  vm.collector = CollectorName();
  vm.main_class = MainClass(jvmti);
  vm.host = HostName();
  vm.pid = getpid();

  LocalFrame frame(jni, 8);
  if (!frame.ok()) return vm;
  vm.java_version = JavaProperty(jni, "java.version");
  absl::StatusOr<jobject> runtime =
      CallStaticObject(jni, "java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;");
  if (!runtime.ok()) return vm;
  jclass klass = jni->GetObjectClass(*runtime);
  vm.heap_max = CallLong(jni, *runtime, klass, "maxMemory");
  vm.heap_used =
      CallLong(jni, *runtime, klass, "totalMemory") - CallLong(jni, *runtime, klass, "freeMemory");
  return vm;
}

}  // namespace taproot
