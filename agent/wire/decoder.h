// Takes messages apart as their bytes come, whatever these are. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "wire/message.h"

namespace taproot::wire {

class Decoder {
 public:
  void Add(std::string_view bytes);

  // The next message that is there whole. DataLoss, from then on, if what has come is none: the
  // words say what is wrong with it. Types that a later version may have are left out.
  absl::StatusOr<std::optional<Message>> Next();

  // Bytes that have come of a message that is not whole yet.
  size_t pending() const { return bytes_.size() - at_; }

 private:
  std::string bytes_;
  size_t at_ = 0;  // of the first byte that is not taken yet
  absl::Status broken_;
};

}  // namespace taproot::wire
