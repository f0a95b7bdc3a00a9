// What the registry of watched objects adds to the verdicts that a graph gives. Runs where the
// analysis runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "control/capture_job.h"
#include "query/command.h"
#include "taproot/verdict.h"

namespace taproot {

// What was known of the watched objects before the capture.
struct WatchedBefore {
  std::vector<WatchedObject> collected;  // and remembered
  ForcedCollections forced;
  Verification verify = Verification::kCollections;
  bool vm_is_ending = false;
};

// Ids of the scene's fresh objects that nothing reaches: those were garbage when they were found.
std::vector<uint64_t> FreshGarbage(const AnalysisScene& scene);

// Drops the findings that are garbage, adds those that were collected, and notes on both. Counts
// in `before` what collections it has had forced. What the scene's ask() reports.
absl::Status CompleteFindings(const AnalysisScene& scene, WatchedBefore& before,
                              std::vector<Finding>& findings, std::vector<std::string>& notes);

}  // namespace taproot
