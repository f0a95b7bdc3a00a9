// A library, and the ways to hand it to a fake VM.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "attach/attach.h"
#include "support/fake_vm.h"
#include "support/temporary_folder.h"

namespace taproot::test {

inline constexpr std::string_view kElf = "\177ELF not much of a library";

class Attacher {
 public:
  AttachOptions OptionsFor(const FakeVm& vm) const {
    return {.library = library_,
            .open_timeout = std::chrono::milliseconds(3000),
            .answer_timeout = std::chrono::milliseconds(3000),
            .proc = vm.proc()};
  }
  absl::StatusOr<Attached> Attach(const FakeVm& vm, std::string_view command = "status") const {
    return AttachAndLoad(vm.process(), command, OptionsFor(vm));
  }
  absl::Status Fail(const FakeVm& vm, const JvmProcess& process) const {
    return AttachAndLoad(process, "status", OptionsFor(vm)).status();
  }
  const std::string& library() const { return library_; }

  // Puts it, or another one, into the file system that the VM sees.
  std::string Show(const FakeVm& vm, std::string_view content = kElf) const {
    const std::filesystem::path place = vm.root() + library_;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary) << content;
    return place.string();
  }

 private:
  TemporaryFolder folder_;
  std::string library_ = folder_.Write("libtaproot.so", kElf);
};

inline std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

}  // namespace taproot::test
