#include "capture/fork/spared_memory.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "support/catch.h"

namespace taproot {
namespace {

constexpr uint64_t kMiB = 1 << 20;
constexpr uint64_t kBase = 0x7f0000000000;

std::string Line(uint64_t begin, uint64_t megabytes,
                 const std::string& rest = "rw-p 00000000 00:00 0") {
  std::ostringstream line;
  line << std::hex << begin << "-" << begin + megabytes * kMiB << " " << rest << "\n";
  return line.str();
}

std::vector<MemoryRange> Find(const std::string& maps,
                              const std::map<uint64_t, uint64_t>& megabytes_at,
                              const std::vector<uint64_t>& needed = {}) {
  std::istringstream in(maps);
  return FindLargeChunks(
      in,
      [&](uint64_t address) -> std::optional<uint64_t> {
        const auto found = megabytes_at.find(address);
        if (found == megabytes_at.end()) return std::nullopt;
        return found->second * kMiB;
      },
      needed);
}

TEST_CASE("Large chunks side by side in one mapping are found, small ones are left", "[fork]") {
  const uint64_t second = kBase + 40 * kMiB;
  const uint64_t third = kBase + 41 * kMiB;
  CHECK(Find(Line(kBase, 100), {{kBase, 40}, {second, 1}, {third, 59}}) ==
        std::vector<MemoryRange>{{kBase, second}, {third, kBase + 100 * kMiB}});
}

TEST_CASE("What is no chunk ends the search in its mapping", "[fork]") {
  CHECK(Find(Line(kBase, 100), {}).empty());
  CHECK(Find(Line(kBase, 100), {{kBase, 40}, {kBase + 50 * kMiB, 50}}) ==
        std::vector<MemoryRange>{{kBase, kBase + 40 * kMiB}});
  CHECK(Find(Line(kBase, 100), {{kBase, 101}}).empty());
}

TEST_CASE("Small mappings, files, and what has a name or other rights are not looked at",
          "[fork]") {
  for (const std::string& line : {Line(kBase, 63), Line(kBase, 100, "rw-s 00000000 00:00 0"),
                                  Line(kBase, 100, "rw-p 00000000 08:01 42 /tmp/file"),
                                  Line(kBase, 100, "---p 00000000 00:00 0"),
                                  Line(kBase, 100, "rw-p 00000000 00:00 0 [heap]")}) {
    CHECK(Find(line, {{kBase, 63}, {kBase, 100}}).empty());
  }
}

TEST_CASE("A chunk that is needed is kept", "[fork]") {
  const uint64_t second = kBase + 40 * kMiB;
  CHECK(Find(Line(kBase, 100), {{kBase, 40}, {second, 60}}, {second + 5}) ==
        std::vector<MemoryRange>{{kBase, second}});
}

TEST_CASE("Beside a device nothing is touched", "[fork]") {
  const std::map<uint64_t, uint64_t> chunks = {{kBase, 100}};
  const std::string zero = Line(kBase + 200 * kMiB, 1, "rw-s 00000000 00:05 7 /dev/zero");
  const std::string device =
      Line(kBase + 200 * kMiB, 1, "rw-s 00000000 00:05 7 /dev/infiniband/uverbs0");
  CHECK(Find(Line(kBase, 100) + zero, chunks).size() == 1);
  CHECK(Find(Line(kBase, 100) + device, chunks).empty());
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// As the kernel says it of the mapping that the address lies in.
bool IsMarked(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool is_here = false;
  while (std::getline(maps, line)) {
    uint64_t begin = 0;
    uint64_t end = 0;
    char dash = 0;
    std::istringstream range(line);
    if (range >> std::hex >> begin >> dash >> end && dash == '-') {
      is_here =
          reinterpret_cast<uint64_t>(address) >= begin && reinterpret_cast<uint64_t>(address) < end;
    }
    if (is_here && line.rfind("VmFlags:", 0) == 0) return line.find(" dc") != std::string::npos;
  }
  return false;
}

TEST_CASE("A buffer is kept out of a child and is as before in the parent", "[fork]") {
  auto* const buffer = static_cast<volatile char*>(std::malloc(100 * kMiB));
  buffer[5] = 'x';
  SparedMemory spared = SparedMemory::Find({});
  spared.Hide();
  CHECK(spared.Hides(reinterpret_cast<uint64_t>(buffer)));
  CHECK(spared.bytes() >= 100 * kMiB);
  CHECK(IsMarked(const_cast<const char*>(buffer)));
  const pid_t pid = fork();
  if (pid == 0) {
    signal(SIGSEGV, SIG_DFL);
    _exit(buffer[5]);
  }
  spared.Show();
  int status = 0;
  waitpid(pid, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(buffer[5] == 'x');
  CHECK_FALSE(IsMarked(const_cast<const char*>(buffer)));
  std::free(const_cast<char*>(buffer));
}
#endif

}  // namespace
}  // namespace taproot
