// Fuzzes the reader of what a JVM, or who stands in its place, answers over the attach socket;
// `make fuzz` builds and runs it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "attach/vm_protocol.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const absl::StatusOr<taproot::VmReply> reply = taproot::ParseReply(bytes);
  if (!reply.ok()) {
    if (reply.status().message().empty()) std::abort();
    return 0;
  }
  taproot::ReadVersion(*reply);
  taproot::IsTooEarly(*reply);
  const absl::Status status = taproot::ReadLoadReply(*reply, "/opt/libtaproot.so");
  // Fine is only what says so in these words, and trouble has words of its own, on one line.
  if (status.ok() && bytes.find("return code: ") == bytes.npos) std::abort();
  if (!status.ok() && status.message().empty()) std::abort();
  if (status.message().find('\n') != bytes.npos) std::abort();
  return 0;
}
