// The files that a process has mapped, as far as they tell what it is.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taproot {

struct MappedFile {
  std::string path;   // as the process sees it
  std::string range;  // "7f00-7f10": its name in /proc/PID/map_files
  uint64_t inode = 0;
  bool deleted = false;
};

struct MappedFiles {
  std::string libjvm;  // paths; empty if it is not there
  std::string libj9vm;
  bool musl = false;
  std::vector<MappedFile> agents;  // copies of libtaproot.so, the first loaded one first
};

// The text of /proc/PID/maps. `root` is what the root folder of the process is called by us, if
// that is not "/".
MappedFiles ParseMaps(std::string_view text, std::string_view root = "/");

// Nothing if we may not look, or there is no such process.
std::optional<MappedFiles> ReadMappedFiles(pid_t pid, const std::string& proc = "/proc");

}  // namespace taproot
