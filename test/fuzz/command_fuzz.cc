// Fuzzes the command language; `make fuzz` builds and runs it.
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
