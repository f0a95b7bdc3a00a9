#include "attach/attach.h"

#include <unistd.h>

#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "attach/agent_library.h"
#include "attach/attach_error.h"
#include "attach/library_copy.h"
#include "attach/loaded_agent.h"
#include "attach/options_file.h"
#include "attach/patience.h"
#include "attach/process_files.h"
#include "attach/target_files.h"
#include "attach/target_user.h"
#include "attach/vm_protocol.h"
#include "attach/vm_socket.h"

namespace taproot {
namespace {

constexpr int kOldestJdk = 17;
constexpr int kFirstWithVersionTwo = 24;
constexpr std::string_view kDisabled = "-XX:+DisableAttachMechanism";

absl::Status CheckUser(const JvmProcess& process) {
  if (geteuid() == 0) return absl::OkStatus();
  if (geteuid() != process.uid) {
    return absl::PermissionDeniedError(absl::StrCat(Named(process), " belongs to ",
                                                    UserName(process.uid),
                                                    ": run taproot as that user, or as root"));
  }
  if (getegid() == process.gid) return absl::OkStatus();
  return absl::PermissionDeniedError(absl::StrCat(
      Named(process), " runs with the group ", process.gid,
      ", and a JVM listens only to its own user in its own group: run taproot by `sg`, "
      "or as root"));
}

// A JVM that may not be attached to would answer the signal by a dump of its threads, into the
// application's output.
bool IsDisabled(const JvmProcess& process, const std::string& proc) {
  if (process.attachable) return !*process.attachable;
  if (absl::StrContains(process.vm_arguments, kDisabled)) return true;
  const std::optional<std::string> environment =
      ReadText(absl::StrCat(proc, "/", process.pid, "/environ"));
  return environment && absl::StrContains(*environment, kDisabled);
}

absl::Status CheckVm(const JvmProcess& process, const AttachOptions& options) {
  if (process.kind == VmKind::kOpenJ9) {
    return absl::FailedPreconditionError(
        absl::StrCat(Named(process), " runs on OpenJ9: Taproot is for HotSpot, from JDK 17 on"));
  }
  if (!process.readable) return NoRightsThere(process);
  if (process.jdk_feature != 0 && process.jdk_feature < kOldestJdk) {
    return absl::FailedPreconditionError(absl::StrCat(
        Named(process), " runs on JDK ", process.jdk_version, ": Taproot is for JDK 17 and newer"));
  }
  if (IsDisabled(process, options.proc)) {
    return absl::FailedPreconditionError(
        absl::StrCat(Named(process), " was started with ", kDisabled,
                     ": restart it without that, or with -agentpath:"));
  }
  return absl::OkStatus();
}

absl::Status CheckLibrary(const JvmProcess& process, const AgentLibrary& library) {
  if (!process.musl || !library.IsForGlibc()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(Named(process), " runs on musl (Alpine), and ", library.path(),
                   " was built for glibc: take an image with glibc, or build Taproot on Alpine"));
}

absl::Status OtherBuild(const JvmProcess& process, const LoadedAgent& loaded,
                        std::string_view what) {
  return absl::FailedPreconditionError(absl::StrCat(
      Named(process), " has another build of Taproot in it, from ", loaded.path, ", ", what,
      ": use the taproot that belongs to that one, restart the process, or have "
      "ours loaded beside it by --library FILE; it will not know what that one watches"));
}

// The agent that is there already, if it is to be asked.
absl::StatusOr<LoadedAgent> ChooseLoaded(const JvmProcess& process, const AgentLibrary& library,
                                         std::string_view command, const AttachOptions& options) {
  LoadedAgent loaded = FindLoadedAgent(process, library, options.proc);
  if (options.insist && loaded.build != AgentBuild::kSame) return LoadedAgent();
  if (loaded.build == AgentBuild::kOld && absl::StrContains(command, ",reply=")) {
    return OtherBuild(process, loaded, "which is too old to answer");
  }
  return loaded;
}

// Says whom a status without a name is about.
absl::Status About(const JvmProcess& process, const absl::Status& status) {
  if (absl::StrContains(status.message(), Named(process))) return status;
  return absl::Status(status.code(), absl::StrCat(Named(process), ": ", status.message()));
}

absl::Status Load(VmSocket& vm, ProtocolVersion version, const std::string& library,
                  std::string_view command) {
  const absl::StatusOr<std::string> request =
      EncodeRequest(version, "load", {library, "true", command});
  if (!request.ok()) return request.status();
  absl::StatusOr<VmReply> reply = vm.Ask(*request);
  Patience starting = vm.patience();
  while (reply.ok() && IsTooEarly(*reply) && !starting.over()) {
    if (absl::Status s = starting.WaitAMoment(); !s.ok()) return s;
    reply = vm.Ask(*request);
  }
  if (!reply.ok()) return reply.status();
  return ReadLoadReply(*reply, library);
}

ProtocolVersion AskVersion(VmSocket& vm, const JvmProcess& process) {
  if (process.jdk_feature != 0 && process.jdk_feature < kFirstWithVersionTwo) {
    return ProtocolVersion::kOne;
  }
  const absl::StatusOr<std::string> request =
      EncodeRequest(ProtocolVersion::kOne, "getversion", {"options"});
  if (!request.ok()) return ProtocolVersion::kOne;
  const absl::StatusOr<VmReply> reply = vm.Ask(*request);
  return reply.ok() ? ReadVersion(*reply) : ProtocolVersion::kOne;
}

// By the way that has room for it: an argument of version 1, one of version 2, a file.
absl::Status LoadAnyLength(VmSocket& vm, const JvmProcess& process, const TargetFiles& files,
                           const std::string& library, std::string_view command) {
  if (command.size() <= kLongestArgument) {
    return Load(vm, ProtocolVersion::kOne, library, command);
  }
  if (command.size() + library.size() + 64 <= kLongestRequest &&
      AskVersion(vm, process) == ProtocolVersion::kTwo) {
    return Load(vm, ProtocolVersion::kTwo, library, command);
  }
  const SplitCommand split = SplitForFile(command);
  const absl::StatusOr<OptionsFile> file = OptionsFile::Write(process, files, split.goes);
  if (!file.ok()) return file.status();
  return Load(vm, ProtocolVersion::kOne, library,
              absl::StrCat(split.stays, ",options=", file->path()));
}

absl::StatusOr<Attached> LoadInto(const JvmProcess& process, const TargetFiles& files,
                                  const AgentLibrary& library, Attached attached,
                                  std::string_view command, const AttachOptions& options) {
  const TargetUser user(process);
  VmSocket vm(process, files, options);
  if (absl::Status s = vm.Open(); !s.ok()) return s;
  if (attached.library.empty() && library.path().size() <= kLongestArgument &&
      SeesLibrary(files, library)) {
    attached.library = library.path();
  }
  if (attached.library.empty()) {
    absl::StatusOr<std::string> copy = PutCopy(process, files, library);
    if (!copy.ok()) return copy.status();
    attached = {.library = *std::move(copy), .copied = true};
  }
  if (absl::Status s = LoadAnyLength(vm, process, files, attached.library, command); !s.ok()) {
    return s;
  }
  return attached;
}

}  // namespace

absl::StatusOr<Attached> AttachAndLoad(const JvmProcess& process, std::string_view command,
                                       const AttachOptions& options) {
  if (absl::Status s = CheckUser(process); !s.ok()) return s;
  if (absl::Status s = CheckVm(process, options); !s.ok()) return s;
  const absl::StatusOr<AgentLibrary> library = AgentLibrary::Read(options.library);
  if (!library.ok()) return library.status();
  if (absl::Status s = CheckLibrary(process, *library); !s.ok()) return s;
  const absl::StatusOr<TargetFiles> files = TargetFiles::Open(process, options.proc);
  if (!files.ok()) return files.status();
  const absl::StatusOr<LoadedAgent> loaded = ChooseLoaded(process, *library, command, options);
  if (!loaded.ok()) return loaded.status();
  absl::StatusOr<Attached> attached =
      LoadInto(process, *files, *library, Attached{.library = loaded->path}, command, options);
  if (absl::IsAborted(attached.status()) && loaded->build != AgentBuild::kSame) {
    return OtherBuild(process, *loaded, "which refuses the command");
  }
  if (!attached.ok()) return About(process, attached.status());
  return attached;
}

}  // namespace taproot
