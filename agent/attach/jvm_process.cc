#include "attach/jvm_process.h"

#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "attach/counters_file.h"
#include "attach/java_command.h"
#include "attach/mapped_files.h"
#include "attach/process_files.h"
#include "attach/target_user.h"
#include "attach/vm_facts.h"
#include "files/printable.h"

namespace taproot {
namespace {

std::string NameOf(pid_t pid, const std::string& proc) {
  std::string name = ReadText(absl::StrCat(proc, "/", pid, "/comm"), 64).value_or("");
  if (name.ends_with('\n')) name.pop_back();
  return name;
}

bool IsCalledJava(const std::vector<std::string>& words, pid_t pid, const std::string& proc) {
  return (!words.empty() && FileNameOf(words[0]) == "java") || NameOf(pid, proc) == "java";
}

// The frozen copy of a JVM that a capture by fork looks at: it calls itself by our name, and for a
// moment before that by the name of the thread that it was forked from.
bool IsCapture(pid_t pid, const std::string& proc) {
  const std::string name = NameOf(pid, proc);
  return name == "taproot" || name == "VM Thread";
}

VmKind KindOf(const MappedFiles& files, bool called_java, bool has_counters) {
  if (!files.libj9vm.empty()) return VmKind::kOpenJ9;
  // A JVM may have been linked into the program.
  if (!files.libjvm.empty() || (called_java && has_counters)) return VmKind::kHotSpot;
  return VmKind::kUnknown;
}

// As in a chroot. False where nobody may know.
bool HasOtherRoot(pid_t pid, const std::string& proc) {
  struct stat its = {};
  struct stat ours = {};
  return stat(absl::StrCat(proc, "/", pid, "/root").c_str(), &its) == 0 &&
         stat((proc + "/self/root").c_str(), &ours) == 0 &&
         (its.st_dev != ours.st_dev || its.st_ino != ours.st_ino);
}

void TakeIdentity(pid_t pid, const ProcessStatus& status, const std::string& proc,
                  JvmProcess& process) {
  process.pid = pid;
  process.namespace_pid = status.namespace_pid;
  process.uid = status.uid;
  process.gid = status.gid;
  process.groups = status.groups;
  process.start_time = ReadStartTime(pid, proc).value_or(0);
  process.other_mounts =
      InOtherNamespace(pid, "mnt", proc).value_or(false) || HasOtherRoot(pid, proc);
  process.other_pids = InOtherNamespace(pid, "pid", proc).value_or(status.namespace_pid != pid);
  process.other_users = InOtherNamespace(pid, "user", proc).value_or(false);
}

void MakePrintable(const std::vector<std::string>& words, JvmProcess& process) {
  if (process.main_class.empty()) {
    process.main_class = words.empty() ? "(unknown)" : std::string(FileNameOf(words[0]));
  }
  for (std::string* text : {&process.main_class, &process.arguments, &process.vm_arguments,
                            &process.jdk_version, &process.vendor, &process.collector}) {
    *text = Printable(*text);
  }
  process.jdk_feature = FeatureOfVersion(process.jdk_version);
}

void TakeMappedFiles(const MappedFiles& files, const std::string& proc, JvmProcess& process) {
  process.musl = files.musl;
  if (!files.agents.empty()) process.agent_path = files.agents.front().path;
  const std::string& library = files.libjvm.empty() ? files.libj9vm : files.libjvm;
  if (process.jdk_version.empty() && !library.empty()) {
    TakeReleaseFile(absl::StrCat(proc, "/", process.pid, "/root"), library, process);
  }
}

// What is to be had of a process whose command line and identity are known; false if it is no JVM.
bool LookInto(const std::vector<std::string>& words, const ProcessStatus& status,
              const std::string& proc, JvmProcess& process) {
  const bool called_java = IsCalledJava(words, process.pid, proc);
  const std::optional<MappedFiles> files = ReadMappedFiles(process.pid, proc);
  std::optional<PerfCounters> counters;
  if (called_java || (files && !files->libjvm.empty())) {
    counters = ReadPerfCounters(process.pid, status, proc);
  }
  process.readable = files.has_value();
  if (counters) TakeCounters(*counters, process);
  if (!files) return called_java;
  process.kind = KindOf(*files, called_java, counters.has_value());
  TakeMappedFiles(*files, proc, process);
  return process.kind != VmKind::kUnknown;
}

// Nothing if it is no JVM.
std::optional<JvmProcess> Describe(pid_t pid, const ProcessStatus& status,
                                   const std::string& proc) {
  const std::vector<std::string> words = ReadCommandLine(pid, proc);
  // A thread of the kernel or a zombie has no words.
  if (words.empty() || IsCapture(pid, proc)) return std::nullopt;
  JvmProcess process;
  TakeIdentity(pid, status, proc, process);
  TakeCommandLine(words, process);
  bool is_jvm = LookInto(words, status, proc, process);
  if (geteuid() == 0 && process.uid != 0 && is_jvm && process.jdk_version.empty()) {
    // Root in a container may not look into others' processes, but may become the others.
    const TargetUser user(process);
    is_jvm = LookInto(words, status, proc, process);
  }
  if (!is_jvm) return std::nullopt;
  MakePrintable(words, process);
  return process;
}

}  // namespace

std::vector<JvmProcess> ListJvms(const std::string& proc) {
  std::vector<JvmProcess> processes;
  for (pid_t pid : ListPids(proc)) {
    const std::optional<ProcessStatus> status = ReadProcessStatus(pid, proc);
    if (!status || status->state == 'Z') continue;
    std::optional<JvmProcess> process = Describe(pid, *status, proc);
    if (process) processes.push_back(*std::move(process));
  }
  return processes;
}

absl::StatusOr<JvmProcess> InspectJvm(pid_t pid, const std::string& proc) {
  const std::optional<ProcessStatus> status = ReadProcessStatus(pid, proc);
  if (!status) return absl::NotFoundError(absl::StrCat("there is no process ", pid));
  if (status->group != pid) {
    return absl::FailedPreconditionError(
        absl::StrCat(pid, " is a thread of process ", status->group, ": name that"));
  }
  if (status->state == 'Z') {
    return absl::NotFoundError(
        absl::StrCat("process ", pid, " has ended, and waits for its parent to take note"));
  }
  std::optional<JvmProcess> process = Describe(pid, *status, proc);
  if (process) return *std::move(process);
  const std::vector<std::string> words = ReadCommandLine(pid, proc);
  return absl::FailedPreconditionError(
      absl::StrCat("process ", pid, " (", words.empty() ? "of the kernel" : Printable(words[0]),
                   ") is no JVM: `taproot ps` lists those that are"));
}

}  // namespace taproot
