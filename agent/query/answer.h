// What a command comes to: a text, and what a program wants to know of it without reading it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace taproot {

struct AnswerFacts {
  uint64_t leaks = 0;             // watched objects that are strongly held; see Finding::is_leak()
  uint64_t unknown_patterns = 0;  // to watch, which name no class that is loaded

  friend bool operator==(const AnswerFacts&, const AnswerFacts&) = default;
};

struct Answer {
  std::string text;
  AnswerFacts facts;
};

// Of what no program has questions about.
inline absl::StatusOr<Answer> WithoutFacts(absl::StatusOr<std::string> text) {
  if (!text.ok()) return text.status();
  return Answer{.text = *std::move(text), .facts = {}};
}

}  // namespace taproot
