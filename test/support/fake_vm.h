// A process that does what HotSpot's attach mechanism does, and less or worse if a test wants that.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "attach/jvm_process.h"
#include "support/temporary_folder.h"

namespace taproot::test {

struct FakeVmHabits {
  // What it answers to a request; runs in the process of the VM.
  std::function<std::string(const std::string&)> answer = [](const std::string&) {
    return std::string("0\nreturn code: 0\n");
  };
  bool catches_quit = true;
  bool opens_socket = true;
  bool answers = true;
  bool dies_of_request = false;
  int socket_mode = 0600;
};

// Its /proc is proc(), its root folder root(); both go with it, and so does the process.
class FakeVm {
 public:
  explicit FakeVm(const FakeVmHabits& habits = {});
  FakeVm(const FakeVm&) = delete;
  FakeVm& operator=(const FakeVm&) = delete;
  ~FakeVm();

  JvmProcess process() const;
  std::string proc() const { return folder_ / "proc"; }
  std::string root() const { return folder_ / "root"; }
  // Names in its /tmp and its working directory, sorted.
  std::vector<std::string> Leftovers() const;
  std::vector<std::string> Requests() const;
  int QuitSignals() const;
  void Map(const std::string& path) const;  // has its maps name this file
  void Signal(int number) const;

 private:
  TemporaryFolder folder_;
  pid_t pid_;
};

}  // namespace taproot::test
