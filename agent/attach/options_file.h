// A command that is too long for the attach socket of an old JVM.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "attach/file_handle.h"
#include "attach/jvm_process.h"
#include "attach/target_files.h"

namespace taproot {

// The part of a command that goes into a file, and the part that does not: the verb, `reply=`, by
// which errors are told, and `options=`, which may stand in no such file.
struct SplitCommand {
  std::string stays;
  std::string goes;
};
SplitCommand SplitForFile(std::string_view command);

// A private file in the JVM's /tmp; it goes with its owner.
class OptionsFile {
 public:
  // To be called as the user of the JVM. Unavailable if it cannot be written.
  static absl::StatusOr<OptionsFile> Write(const JvmProcess& process, const TargetFiles& files,
                                           std::string_view text);
  OptionsFile(OptionsFile&& other) noexcept = default;
  OptionsFile& operator=(OptionsFile&&) = delete;
  ~OptionsFile();

  std::string path() const;  // as the JVM sees it

 private:
  OptionsFile(FileHandle folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}

  FileHandle folder_;
  std::string name_;
};

}  // namespace taproot
