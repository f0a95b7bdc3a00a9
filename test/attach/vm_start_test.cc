#include "attach/vm_start.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "attach/process_files.h"
#include "support/catch.h"
#include "support/fake_proc.h"
#include "support/perf_data_writer.h"

namespace taproot {
namespace {

using namespace std::chrono_literals;
using test::PerfDataWriter;

std::string Counters(int64_t done) {
  return PerfDataWriter().Number("sun.rt.vmInitDoneTime", done).Bytes();
}

// A JVM that was started at second 42.42, with these counters.
class Vm {
 public:
  Vm(std::string counters, double uptime) {
    proc_.Add({.pid = 100, .counters = std::move(counters)});
    std::ofstream(proc_.path() + "/uptime") << uptime << " 7.0\n";
    process_.pid = 100;
    process_.start_time = 4242;
  }
  void Write(const std::string& counters) const {
    const std::string path = proc_.RootOf(100) + "/tmp/hsperfdata_acme/100";
    std::ofstream(path + ".new", std::ios::binary) << counters;
    std::filesystem::rename(path + ".new", path);
  }
  // How long one waits for it.
  std::chrono::milliseconds Await(std::chrono::milliseconds patience) const {
    const auto before = std::chrono::steady_clock::now();
    const absl::Status status =
        AwaitStart(process_, Patience(process_, patience, nullptr, proc_.path()), proc_.path());
    CAPTURE(status.ToString());
    CHECK(status.ok());
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 before);
  }

 private:
  test::FakeProc proc_;
  JvmProcess process_;
};

TEST_CASE("A VM that has started is not waited for", "[attach]") {
  CHECK(Vm(Counters(1), 43).Await(60s) < 30s);
}

TEST_CASE("An old process is not waited for, whatever it tells", "[attach]") {
  CHECK(Vm(Counters(0), 4242).Await(60s) < 30s);
}

TEST_CASE("A process from before the uptime that its container tells is not waited for",
          "[attach]") {
  CHECK(Vm("", 7).Await(60s) < 30s);
}

TEST_CASE("A VM that is starting is waited for until it has", "[attach]") {
  const Vm vm(Counters(0), 43);
  std::thread starter([&] {
    std::this_thread::sleep_for(200ms);
    vm.Write(Counters(1));
  });
  const auto waited = vm.Await(60s);
  starter.join();
  CHECK(waited >= 150ms);
  CHECK(waited < 30s);
}

TEST_CASE("A VM that does not come to its start is tried all the same", "[attach]") {
  CHECK(Vm(Counters(0), 43).Await(200ms) >= 200ms);
}

TEST_CASE("A VM without counters is waited for only so long", "[attach]") {
  const auto waited = Vm("", 44.42).Await(60s);  // it is two seconds old
  CHECK(waited >= 900ms);
  CHECK(waited < 30s);
  CHECK(Vm("", 46).Await(60s) < 30s);
}

TEST_CASE("A process that has gone ends the waiting", "[attach]") {
  const test::FakeProc proc;
  std::ofstream(proc.path() + "/uptime") << "43 7\n";
  JvmProcess process;
  process.pid = 100;
  process.start_time = 4242;
  const absl::Status status =
      AwaitStart(process, Patience(process, 60s, nullptr, proc.path()), proc.path());
  CHECK(status.code() == absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace taproot
