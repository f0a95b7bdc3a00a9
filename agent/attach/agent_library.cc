#include "attach/agent_library.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "attach/attach.h"

namespace taproot {
namespace {

constexpr std::string_view kName = "libtaproot.so";
constexpr std::string_view kRequestThread = "taproot-request";  // that serves such a socket
constexpr size_t kMaxLibrary = size_t{64} << 20;
constexpr const char* kVariable = "TAPROOT_LIBRARY";

bool IsFile(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace

absl::StatusOr<AgentLibrary> AgentLibrary::Read(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  const absl::StatusOr<std::shared_ptr<const FileBytes>> file =
      FileBytes::Read(error ? path : real.string(), FileAccess::kCopy);
  if (!file.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the agent's library is no good: ", file.status().message()));
  }
  AgentLibrary library(real.string(), *file);
  if (library.bytes().starts_with("\177ELF")) return library;
  return absl::InvalidArgumentError(
      absl::StrCat("the agent's library is no good: ", path, " is no shared library"));
}

std::string_view AgentLibrary::bytes() const {
  const std::span<const std::byte> bytes = file_->bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string AgentLibrary::Fingerprint() const {
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a: the same for everybody, in every version
  for (const char byte : bytes()) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return absl::StrFormat("%016x", hash);
}

bool AgentLibrary::IsForGlibc() const { return absl::StrContains(bytes(), "GLIBC_2."); }

bool AgentLibrary::IsSame(int descriptor) const {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  std::string_view left = bytes();
  if (static_cast<size_t>(status.st_size) != left.size()) return false;
  std::vector<char> piece(65536);
  while (!left.empty()) {
    const auto at = static_cast<off_t>(bytes().size() - left.size());
    const ssize_t got = pread(descriptor, piece.data(), std::min(piece.size(), left.size()), at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || !left.starts_with(std::string_view(piece.data(), static_cast<size_t>(got)))) {
      return false;
    }
    left.remove_prefix(static_cast<size_t>(got));
  }
  return true;
}

bool AnswersOverSocket(int descriptor) {
  std::string bytes;
  while (bytes.size() < kMaxLibrary) {
    const size_t before = bytes.size();
    bytes.resize(before + (size_t{1} << 20));
    const ssize_t got =
        pread(descriptor, bytes.data() + before, bytes.size() - before, static_cast<off_t>(before));
    bytes.resize(before + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
  }
  return absl::StrContains(bytes, kRequestThread);
}

absl::StatusOr<std::string> OwnLibrary() {
  if (const char* named = std::getenv(kVariable); named != nullptr && *named != '\0') {
    if (IsFile(named)) return std::string(named);
    return absl::NotFoundError(absl::StrCat(kVariable, " names ", named, ", and there is no file"));
  }
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = program.parent_path();
  std::vector<std::string> places;
  for (const std::filesystem::path& place :
       {folder / ".." / "lib" / kName, folder / ".." / "lib" / "taproot" / kName, folder / kName}) {
    if (IsFile(place)) return place.lexically_normal().string();
    places.push_back(place.lexically_normal().string());
  }
  return absl::NotFoundError(absl::StrCat("there is no ", kName, " at ",
                                          absl::StrJoin(places, ", nor at "), ": name it by ",
                                          kVariable, "=/path/to/", kName));
}

}  // namespace taproot
