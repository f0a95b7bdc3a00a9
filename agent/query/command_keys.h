// The keys of the command language: which verbs take them, and what their values mean.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "query/command.h"
#include "query/word_list.h"

namespace taproot {

struct CommandKey {
  std::string_view name;
  uint32_t verbs;  // that take it: a bit each
  // InvalidArgument says what the value is not.
  absl::Status (*set)(std::string_view value, Command& command);

  bool TakenBy(Verb verb) const { return ((verbs >> static_cast<uint32_t>(verb)) & 1) != 0; }
};

std::span<const CommandKey> CommandKeys();

// One of several words; else InvalidArgument with the nearest.
template <typename Value, size_t kCount>
absl::Status Choose(std::string_view what, std::string_view value,
                    const std::pair<std::string_view, Value> (&choices)[kCount], Value& chosen) {
  std::array<std::string_view, kCount> words;
  for (size_t i = 0; i < kCount; ++i) {
    if (choices[i].first == value) {
      chosen = choices[i].second;
      return absl::OkStatus();
    }
    words[i] = choices[i].first;
  }
  return absl::InvalidArgumentError(UnknownWord(what, value, words));
}

}  // namespace taproot
