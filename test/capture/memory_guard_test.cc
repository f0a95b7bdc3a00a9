#include "capture/memory_guard.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

constexpr uint64_t kMiB = 1 << 20;

// A root of a file system with what the guard reads.
class Machine {
 public:
  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path at = std::filesystem::path(root()) / path;
    std::filesystem::create_directories(at.parent_path());
    std::ofstream(at) << text;
  }
  std::string root() const { return (folder_ / "root"); }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("Without a limit the machine decides", "[memory]") {
  Machine machine;
  machine.Write("proc/meminfo", "MemTotal:  9000000 kB\nMemAvailable:    2048 kB\n");
  CHECK(AvailableMemory(machine.root()) == 2 * kMiB);
}

TEST_CASE("A limit of version 2 counts wherever it is set, less what is used", "[memory]") {
  Machine machine;
  machine.Write("proc/meminfo", "MemAvailable: 1048576 kB\n");
  machine.Write("proc/self/cgroup", "0::/pod/app\n");
  machine.Write("sys/fs/cgroup/pod/app/memory.max", "max\n");
  machine.Write("sys/fs/cgroup/pod/app/memory.current", "1048576\n");
  machine.Write("sys/fs/cgroup/pod/memory.max", std::to_string(100 * kMiB));
  machine.Write("sys/fs/cgroup/pod/memory.current", std::to_string(60 * kMiB));
  machine.Write("sys/fs/cgroup/pod/memory.stat", "anon 1\ninactive_file 10485760\n");
  CHECK(AvailableMemory(machine.root()) == 50 * kMiB);
}

TEST_CASE("A limit of version 1 counts", "[memory]") {
  Machine machine;
  machine.Write("proc/meminfo", "MemAvailable: 1048576 kB\n");
  machine.Write("proc/self/cgroup", "12:cpu:/\n5:memory:/app\n");
  machine.Write("sys/fs/cgroup/memory/app/memory.limit_in_bytes", std::to_string(30 * kMiB));
  machine.Write("sys/fs/cgroup/memory/app/memory.usage_in_bytes", std::to_string(40 * kMiB));
  CHECK(AvailableMemory(machine.root()) == 0);
}

TEST_CASE("A machine that tells nothing sets no limit", "[memory]") {
  Machine machine;
  CHECK(AvailableMemory(machine.root()) > (uint64_t{1} << 60));
}

TEST_CASE("What cannot fit is refused with both numbers", "[memory]") {
  CHECK(CheckMemory(0).ok());
  const absl::Status refused = CheckMemory(uint64_t{1} << 60);
  CHECK(absl::IsResourceExhausted(refused));
  CHECK(std::string(refused.message()).find("MiB are left") != std::string::npos);
}

}  // namespace
}  // namespace taproot
