// The numbers by which messages go over the wire.
#pragma once

#include <cstdint>
#include <variant>

#include "wire/message.h"

namespace taproot::wire {

// In the order of the alternatives of Message.
enum class MessageType : uint32_t {
  kHello = 1,
  kProgress,
  kNote,
  kResult,
  kDone,
  kCancel,
};
static_assert(std::variant_size_v<Message> == static_cast<size_t>(MessageType::kCancel));

inline constexpr int64_t kNotKnown = -1;  // a time that is left

}  // namespace taproot::wire
