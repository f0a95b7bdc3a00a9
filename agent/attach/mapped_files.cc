#include "attach/mapped_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "attach/process_files.h"

namespace taproot {
namespace {

constexpr size_t kMaxMaps = size_t{64} << 20;

// libtaproot.so itself, or what the jar unpacks: libtaproot-123.so.
bool IsAgent(std::string_view name) {
  if (name == "libtaproot.so") return true;
  if (!absl::ConsumePrefix(&name, "libtaproot-") || !absl::ConsumeSuffix(&name, ".so")) {
    return false;
  }
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

// "START-END rwxp OFFSET DEV INODE     PATH"
std::optional<MappedFile> ParseLine(std::string_view line) {
  const size_t slash = line.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::vector<std::string_view> fields =
      absl::StrSplit(line.substr(0, slash), ' ', absl::SkipEmpty());
  MappedFile file;
  if (fields.size() != 5 || !absl::SimpleAtoi(fields[4], &file.inode)) return std::nullopt;
  std::string_view path = line.substr(slash);
  file.deleted = absl::ConsumeSuffix(&path, " (deleted)");
  file.path = path;
  file.range = fields[0];
  return file;
}

void TakeFile(MappedFile file, MappedFiles& files) {
  const std::string_view name = FileNameOf(file.path);
  if (name == "libjvm.so") files.libjvm = file.path;
  if (name.starts_with("libj9vm") && name.ends_with(".so")) files.libj9vm = file.path;
  if (name.starts_with("ld-musl-")) files.musl = true;
  if (!IsAgent(name)) return;
  const bool known = std::ranges::any_of(files.agents, [&](const MappedFile& agent) {
    return agent.path == file.path && agent.inode == file.inode;
  });
  if (!known) files.agents.push_back(std::move(file));
}

}  // namespace

MappedFiles ParseMaps(std::string_view text, std::string_view root) {
  MappedFiles files;
  for (std::string_view line : absl::StrSplit(text, '\n')) {
    std::optional<MappedFile> file = ParseLine(line);
    if (!file) continue;
    if (root.size() > 1 && absl::StartsWith(file->path, absl::StrCat(root, "/"))) {
      file->path.erase(0, root.size());
    }
    TakeFile(*std::move(file), files);
  }
  return files;
}

std::optional<MappedFiles> ReadMappedFiles(pid_t pid, const std::string& proc) {
  const std::string folder = absl::StrCat(proc, "/", pid);
  const std::optional<std::string> text = ReadText(folder + "/maps", kMaxMaps);
  if (!text) return std::nullopt;
  std::error_code error;
  const std::filesystem::path root = std::filesystem::read_symlink(folder + "/root", error);
  return ParseMaps(*text, error ? "/" : root.string());
}

}  // namespace taproot
