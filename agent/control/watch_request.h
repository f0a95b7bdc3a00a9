// The verbs that change what is watched, and captures that find more to watch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capture/capture.h"
#include "control/request.h"
#include "taproot/report.h"

namespace taproot {

// What a capture for this command takes, whatever the verb.
CaptureRequest MakeRequest(const Command& command, const RequestContext& context);

// Captures, and watches the instances of the patterns that the walk meets; `fresh` counts those
// that were not watched before.
absl::StatusOr<Capture> CaptureAndWatch(const Command& command, const RequestContext& context,
                                        std::vector<std::string> patterns, uint64_t& fresh);

absl::StatusOr<std::string> AnswerWatch(const Command& command, const RequestContext& context);
absl::StatusOr<std::string> AnswerUnwatch(const Command& command, const RequestContext& context);

}  // namespace taproot
