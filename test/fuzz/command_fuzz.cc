// Fuzzes the command language. Needs Clang's libFuzzer (libclang-rt-16-dev) and is not part of
// the build:
//
//   CC=clang CXX=clang++ cmake --preset dev -B build/fuzz -DTAPROOT_SANITIZE=address,undefined
//   cmake --build build/fuzz --target command_fuzz
//   build/fuzz/test/command_fuzz -max_total_time=60
//
// A crash leaves the input in a file; `command_fuzz FILE` runs it again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "query/command.h"
#include "query/command_words.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Would read whatever file the fuzzer comes to name.
  if (text.find("options") != std::string_view::npos) return -1;
  const absl::StatusOr<taproot::Command> command = taproot::ParseCommand(text);
  if (command.ok() && !taproot::MadeOfKnownWords(text)) std::abort();
  if (!command.ok() && command.status().message().empty()) std::abort();
  return 0;
}
