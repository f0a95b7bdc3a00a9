// What a forked child and its parent say to each other beside the answer, and how it is written
// down. Both are the same program, so there is no version; what comes is checked all the same, for
// a child may have gone mad.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "query/answer.h"
#include "taproot/growth.h"
#include "taproot/heap_graph.h"

namespace taproot {

// From an analysis to the registry of watched objects.
struct WatchQuestion {
  std::vector<uint64_t> forget;   // newly watched, and garbage as the capture shows
  std::vector<uint64_t> recheck;  // that may be garbage by now: a collection tells

  bool empty() const { return forget.empty() && recheck.empty(); }
  friend bool operator==(const WatchQuestion&, const WatchQuestion&) = default;
};

struct ForcedCollections {
  uint32_t count = 0;
  double total_ms = 0;

  friend bool operator==(const ForcedCollections&, const ForcedCollections&) = default;
};

struct WatchReply {
  std::vector<uint64_t> gone;            // of those to recheck
  std::vector<WatchedObject> collected;  // all that are remembered
  ForcedCollections forced;              // for this question

  friend bool operator==(const WatchReply&, const WatchReply&) = default;
};

// What a round of growth comes to.
struct GrowthRoundResult {
  RoundDigest digest;
  std::optional<std::string> answer;  // after the last one

  friend bool operator==(const GrowthRoundResult&, const GrowthRoundResult&) = default;
};

std::string Encode(Answer answer);
std::string Encode(const WatchQuestion& question);
std::string Encode(const WatchReply& reply);
std::string Encode(const GrowthRoundResult& result);

// DataLoss for what Encode() has not made.
absl::StatusOr<Answer> DecodeAnswer(std::string bytes);
absl::StatusOr<WatchQuestion> DecodeWatchQuestion(std::string_view bytes);
absl::StatusOr<WatchReply> DecodeWatchReply(std::string_view bytes);
absl::StatusOr<GrowthRoundResult> DecodeGrowthRoundResult(std::string_view bytes);

}  // namespace taproot
