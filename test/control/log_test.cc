#include "control/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

// Where the log goes is a matter of the whole process, so each test has one of its own. True if
// `work` returned true there.
template <typename Work>
bool InChild(const std::string& standard_error, Work&& work) {
  const pid_t child = fork();
  if (child == 0) {
    const int descriptor = open(standard_error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(descriptor, STDERR_FILENO);
    _exit(work() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_CASE("The log goes to standard error", "[control][log]") {
  const TemporaryFolder folder;
  REQUIRE(InChild(folder / "err", [] {
    LogInfo("hello");
    LogError("bad luck");
    LogText("as it is");
    LogText("");
    return true;
  }));
  CHECK(ReadFile(folder / "err") == "[taproot] hello\n[taproot] error: bad luck\nas it is");
}

TEST_CASE("The log can go to a file, after what is in it", "[control][log]") {
  const TemporaryFolder folder;
  const std::string path = folder.Write("log", "old\n");
  REQUIRE(InChild(folder / "err", [&] {
    if (!LogToFile(path).ok()) return false;
    LogInfo("hello");
    return true;
  }));
  CHECK(ReadFile(path) == "old\n[taproot] hello\n");
  CHECK(ReadFile(folder / "err") == "");
}

TEST_CASE("A new log file is for its owner alone", "[control][log]") {
  const TemporaryFolder folder;
  REQUIRE(InChild(folder / "err", [&] { return LogToFile(folder / "log").ok(); }));
  struct stat status = {};
  REQUIRE(stat((folder / "log").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0600);
}

TEST_CASE("The log can move from one file to another", "[control][log]") {
  const TemporaryFolder folder;
  REQUIRE(InChild(folder / "err", [&] {
    for (const char* name : {"a", "b", "a"}) {
      if (!LogToFile(folder / name).ok()) return false;
      LogText(absl::StrCat("to ", name, "\n"));
    }
    return true;
  }));
  CHECK(ReadFile(folder / "a") == "to a\nto a\n");
  CHECK(ReadFile(folder / "b") == "to b\n");
}

TEST_CASE("Moving the log takes no further file descriptor", "[control][log]") {
  const TemporaryFolder folder;
  CHECK(InChild(folder / "err", [&] {
    if (!LogToFile(folder / "a").ok()) return false;
    const int before = dup(STDERR_FILENO);
    close(before);
    for (int i = 0; i < 10; ++i) {
      if (!LogToFile(folder / "b").ok()) return false;
    }
    const int after = dup(STDERR_FILENO);
    return before == after;
  }));
}

TEST_CASE("A log that cannot be written leaves the log where it was", "[control][log]") {
  const TemporaryFolder folder;
  CHECK(InChild(folder / "err", [&] {
    const absl::Status status = LogToFile(folder / "missing/log");
    LogText(status.message());
    return absl::IsInvalidArgument(status);
  }));
  CHECK_THAT(ReadFile(folder / "err"), ContainsSubstring(folder / "missing/log") &&
                                           ContainsSubstring("No such file or directory"));
}

TEST_CASE("A full device and a closed standard error are borne in silence", "[control][log]") {
  const TemporaryFolder folder;
  CHECK(InChild(folder / "err", [&] {
    if (!LogToFile("/dev/full").ok()) return false;
    LogInfo("lost");
    return true;
  }));
  CHECK(InChild(folder / "err", [&] {
    close(STDERR_FILENO);
    LogInfo("lost");
    return true;
  }));
}

TEST_CASE("Lines of several threads do not mix", "[control][log]") {
  const TemporaryFolder folder;
  REQUIRE(InChild(folder / "err", [&] {
    if (!LogToFile(folder / "log").ok()) return false;
    std::vector<std::thread> threads;
    for (char letter : {'a', 'b', 'c'}) {
      threads.emplace_back([letter] {
        for (int i = 0; i < 200; ++i) LogInfo(std::string(100, letter));
      });
    }
    for (std::thread& thread : threads) thread.join();
    return true;
  }));
  size_t lines = 0;
  for (std::string_view line : absl::StrSplit(ReadFile(folder / "log"), '\n', absl::SkipEmpty())) {
    ++lines;
    REQUIRE(line.size() == 110);
    REQUIRE(line.find_first_not_of(line[10], 10) == std::string_view::npos);
  }
  CHECK(lines == 600);
}

}  // namespace
}  // namespace taproot
