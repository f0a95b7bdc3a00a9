// Fuzzes what is said over the socket between the agent and who asks it. The first byte of an input
// says in how many pieces the rest comes. `make fuzz` builds and runs it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "wire/decoder.h"
#include "wire/message.h"

namespace {

using taproot::wire::Decoder;
using taproot::wire::Message;

// False at an error.
bool TakeAll(Decoder& decoder, std::vector<Message>& messages) {
  while (true) {
    absl::StatusOr<std::optional<Message>> next = decoder.Next();
    if (!next.ok()) {
      if (!absl::IsDataLoss(next.status()) || next.status().message().empty()) std::abort();
      return false;
    }
    if (!next->has_value()) return true;
    messages.push_back(**std::move(next));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return -1;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t step = std::max<size_t>(1, bytes.size() / (size_t{data[0]} + 1));
  Decoder decoder;
  std::vector<Message> messages;
  for (size_t at = 0; at < bytes.size(); at += step) {
    decoder.Add(bytes.substr(at, step));
    if (!TakeAll(decoder, messages)) break;
  }
  // What was understood can be said again, and is understood as the same.
  Decoder again;
  for (const Message& message : messages) again.Add(taproot::wire::Encode(message));
  std::vector<Message> heard;
  if (!TakeAll(again, heard) || heard.size() != messages.size()) std::abort();
  for (size_t i = 0; i < heard.size(); ++i) {
    if (Encode(heard[i]) != Encode(messages[i])) std::abort();
  }
  return 0;
}
