#include "capture/fork/processors.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

// A root of a file system with what tells of processors.
class Root {
 public:
  void Write(const std::string& name, const std::string& text) {
    const std::filesystem::path file = path() + name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::string path() const { return folder_ / "root"; }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("A quota of the cgroup or of one above it limits the processors, rounded up", "[fork]") {
  Root root;
  root.Write("/proc/self/cgroup", "0::/pod/app\n");
  root.Write("/sys/fs/cgroup/pod/cpu.max", "50000 100000\n");
  root.Write("/sys/fs/cgroup/pod/app/cpu.max", "max 100000\n");
  CHECK(AllowedProcessors(root.path()) == 1);
}

TEST_CASE("A quota of the older kind counts too", "[fork]") {
  Root root;
  root.Write("/proc/self/cgroup", "3:cpu,cpuacct:/app\n2:memory:/app\n");
  root.Write("/sys/fs/cgroup/cpu/app/cpu.cfs_quota_us", "20000\n");
  root.Write("/sys/fs/cgroup/cpu/app/cpu.cfs_period_us", "100000\n");
  CHECK(AllowedProcessors(root.path()) == 1);
}

TEST_CASE("A container may see its own group of the older kind as the top", "[fork]") {
  Root root;
  root.Write("/proc/self/cgroup", "3:cpu,cpuacct:/docker/1234\n");
  root.Write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "20000\n");
  root.Write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  CHECK(AllowedProcessors(root.path()) == 1);
}

TEST_CASE("Without a quota the affinity decides, and there is always one", "[fork]") {
  Root root;
  root.Write("/proc/self/cgroup", "3:cpu,cpuacct:/app\n");
  root.Write("/sys/fs/cgroup/cpu/app/cpu.cfs_quota_us", "-1\n");
  root.Write("/sys/fs/cgroup/cpu/app/cpu.cfs_period_us", "100000\n");
  CHECK(AllowedProcessors(root.path()) >= 1);
  CHECK(AllowedProcessors(root.path()) == AllowedProcessors(root.path() + "/nothing"));
}

TEST_CASE("A child takes half of the processors unless told otherwise", "[fork]") {
  CHECK(ChildThreads(7) == 7);
  CHECK(ChildThreads(0) >= 1);
  CHECK(ChildThreads(0) <= AllowedProcessors());
}

}  // namespace
}  // namespace taproot
