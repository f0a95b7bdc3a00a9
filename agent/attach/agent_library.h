// The libtaproot.so that we bring.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "files/file_bytes.h"

namespace taproot {

// Immutable.
class AgentLibrary {
 public:
  // InvalidArgument if it cannot be read or is no library.
  static absl::StatusOr<AgentLibrary> Read(const std::string& path);

  const std::string& path() const { return path_; }  // absolute, without links
  std::string_view bytes() const;
  // 16 letters that tell builds apart.
  std::string Fingerprint() const;
  bool IsForGlibc() const;
  // Whether what the descriptor is open for is the same, byte for byte.
  bool IsSame(int descriptor) const;

 private:
  AgentLibrary(std::string path, std::shared_ptr<const FileBytes> file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  std::shared_ptr<const FileBytes> file_;
};

// Whether the agent in this file knows `reply=`, by which an answer comes over a socket.
bool AnswersOverSocket(int descriptor);

}  // namespace taproot
