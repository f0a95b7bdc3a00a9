// The verbs that change what is watched.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "capture/capture.h"
#include "control/request.h"

namespace taproot {

// What a capture for this command takes, whatever the verb.
CaptureRequest MakeRequest(const Command& command, const RequestContext& context);

absl::StatusOr<std::string> AnswerWatch(const Command& command, const RequestContext& context);
absl::StatusOr<std::string> AnswerUnwatch(const Command& command, const RequestContext& context);

}  // namespace taproot
