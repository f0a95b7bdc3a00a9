#include "attach/loaded_agent.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "attach/file_handle.h"
#include "attach/mapped_files.h"
#include "attach/target_files.h"

namespace taproot {
namespace {

constexpr int kRead = O_RDONLY | O_CLOEXEC | O_NONBLOCK;

// The file itself where we may (only root may), or what has its name and is the same file.
FileHandle OpenMapped(const MappedFile& agent, const JvmProcess& process, const std::string& proc) {
  const std::string folder = absl::StrCat(proc, "/", process.pid);
  FileHandle file(open(absl::StrCat(folder, "/map_files/", agent.range).c_str(), kRead));
  if (file.ok() || agent.deleted) return file;
  const absl::StatusOr<TargetFiles> files = TargetFiles::Open(process, proc);
  if (!files.ok()) return FileHandle();
  file = files->OpenFile(agent.path, kRead);
  struct stat status = {};
  if (file.ok() && fstat(file.get(), &status) == 0 && status.st_ino == agent.inode) return file;
  return FileHandle();
}

AgentBuild BuildOf(const FileHandle& file, const AgentLibrary& library) {
  if (!file.ok()) return AgentBuild::kUnknown;
  if (library.IsSame(file.get())) return AgentBuild::kSame;
  return AnswersOverSocket(file.get()) ? AgentBuild::kOther : AgentBuild::kOld;
}

// The smaller, the better.
int RankOf(AgentBuild build) {
  switch (build) {
    case AgentBuild::kSame:
      return 0;
    case AgentBuild::kUnknown:
      return 1;
    case AgentBuild::kOther:
      return 2;
    default:
      return 3;
  }
}

}  // namespace

LoadedAgent FindLoadedAgent(const JvmProcess& process, const AgentLibrary& library,
                            const std::string& proc) {
  const std::optional<MappedFiles> files = ReadMappedFiles(process.pid, proc);
  LoadedAgent best;
  if (!files) return best;
  for (const MappedFile& agent : files->agents) {
    const AgentBuild build = BuildOf(OpenMapped(agent, process, proc), library);
    if (best.path.empty() || RankOf(build) < RankOf(best.build)) {
      best = {.path = agent.path, .build = build};
    }
  }
  return best;
}

}  // namespace taproot
