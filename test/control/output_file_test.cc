#include "control/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <regex>

#include "support/catch.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using Names = std::vector<std::string>;

mode_t ModeOf(const std::string& path) {
  struct stat status = {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

TEST_CASE("A file is written whole, and only its owner may read it", "[control][output]") {
  const TemporaryFolder folder;
  std::string content = "{\"a\":1}\n";
  content += '\0';
  content.append(3 << 20, 'x');
  for (const std::string& text : {content, std::string()}) {
    const std::string path = folder / "answer.json";
    REQUIRE(WriteWholeFile(path, text).ok());
    CHECK(ReadFile(path) == text);
    CHECK(ModeOf(path) == 0600);
    CHECK(folder.Names() == Names{"answer.json"});
  }
}

TEST_CASE("A file that is there already is replaced, and its readers keep the old one",
          "[control][output]") {
  const TemporaryFolder folder;
  const std::string path = folder.Write("answer", "a long old answer");
  std::ifstream reader(path);
  REQUIRE(WriteWholeFile(path, "new").ok());
  CHECK(ReadFile(path) == "new");
  CHECK(std::string(std::istreambuf_iterator<char>(reader), {}) == "a long old answer");
  CHECK(folder.Names() == Names{"answer"});
}

TEST_CASE("When the device is full the old file stays and nothing is left beside it",
          "[control][output]") {
  const TemporaryFolder folder;
  const std::string path = folder.Write("answer", "old");
  absl::Status status;
  {
    const FileSizeLimit limit(4096);
    status = WriteWholeFile(path, std::string(100'000, 'x'));
  }
  CHECK_FALSE(status.ok());
  CHECK_THAT(std::string(status.message()), ContainsSubstring("cannot write " + path + ": "));
  CHECK(ReadFile(path) == "old");
  CHECK(folder.Names() == Names{"answer"});
}

TEST_CASE("A folder is no place for an answer", "[control][output]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  for (const std::string& path : {folder / "sub", folder / "sub/"}) {
    INFO(path);
    CHECK_THAT(std::string(CheckWritable(path).message()), ContainsSubstring("Is a directory"));
    CHECK_FALSE(WriteWholeFile(path, "x").ok());
  }
  CHECK(folder.Names() == Names{"sub"});
  CHECK(std::filesystem::is_empty(folder / "sub"));
}

TEST_CASE("A path through a missing folder, a file or nowhere is named with the reason",
          "[control][output]") {
  const TemporaryFolder folder;
  folder.Write("file", "content");
  const std::pair<std::string, std::string> cases[] = {
      {folder / "missing/answer", "No such file or directory"},
      {folder / "file/answer", "Not a directory"},
      {folder / std::string(300, 'x'), "File name too long"},
  };
  for (const auto& [path, reason] : cases) {
    for (const absl::Status& status : {CheckWritable(path), WriteWholeFile(path, "x")}) {
      CHECK(absl::IsInvalidArgument(status));
      CHECK(std::string(status.message()) == "cannot write " + path + ": " + reason);
    }
  }
  CHECK_FALSE(WriteWholeFile("", "x").ok());
  CHECK(folder.Names() == Names{"file"});
  CHECK(ReadFile(folder / "file") == "content");
}

TEST_CASE("A folder without permission is PermissionDenied", "[control][output]") {
  if (geteuid() == 0) return;  // who may write everywhere
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  std::filesystem::permissions(folder / "sub", std::filesystem::perms::owner_read);
  CHECK(absl::IsPermissionDenied(CheckWritable(folder / "sub/answer")));
  CHECK(absl::IsPermissionDenied(WriteWholeFile(folder / "sub/answer", "x")));
  std::filesystem::permissions(folder / "sub", std::filesystem::perms::owner_all);
}

TEST_CASE("What is there and no regular file is never replaced", "[control][output]") {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const std::string link = folder / "link";  // as /dev/stdout is
  std::filesystem::create_symlink("/dev/null", link);
  for (const std::string& path : {pipe, link}) {
    for (const absl::Status& status : {CheckWritable(path), WriteWholeFile(path, "x")}) {
      CHECK(absl::IsInvalidArgument(status));
      CHECK(std::string(status.message()) ==
            "cannot write " + path + ": there is something that is no regular file");
    }
  }
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(std::filesystem::is_symlink(link));
  CHECK(folder.Names().size() == 2);
}

TEST_CASE("Looking whether a file can be written leaves it as it is", "[control][output]") {
  const TemporaryFolder folder;
  CHECK(CheckWritable(folder / "new").ok());
  CHECK(folder.Names().empty());
  const std::string old = folder.Write("old", "content");
  CHECK(CheckWritable(old).ok());
  CHECK(ReadFile(old) == "content");
  CHECK(folder.Names() == Names{"old"});
}

TEST_CASE("Names of output files tell the process and the time", "[control][output]") {
  const std::string pid = std::to_string(getpid());
  CHECK(ExpandOutputName("plain.json") == "plain.json");
  CHECK(ExpandOutputName("a-%p.json") == "a-" + pid + ".json");
  CHECK(ExpandOutputName("%p%p") == pid + pid);
  CHECK(std::regex_match(ExpandOutputName("%t"), std::regex("20\\d{6}T\\d{6}")));
  CHECK(std::regex_match(ExpandOutputName("taproot-%p-%t.json"),
                         std::regex("taproot-" + pid + "-20\\d{6}T\\d{6}\\.json")));
}

TEST_CASE("Other percent signs stand for themselves", "[control][output]") {
  CHECK(ExpandOutputName("") == "");
  CHECK(ExpandOutputName("100%") == "100%");
  CHECK(ExpandOutputName("100%%") == "100%");
  CHECK(ExpandOutputName("%%p") == "%p");
  CHECK(ExpandOutputName("%q%P") == "%q%P");
}

}  // namespace
}  // namespace taproot
