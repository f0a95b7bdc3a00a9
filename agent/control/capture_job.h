// A capture by whichever engine, and what is made of it: the analysis is the same here and in a
// forked child.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capture/capture.h"
#include "control/child_messages.h"
#include "control/request.h"
#include "query/query_context.h"

namespace taproot {

// What an analysis works with.
struct AnalysisScene {
  Capture& capture;
  QueryServices services;  // complete_findings is left to the analysis
  Progress* progress = nullptr;
  std::vector<uint64_t> fresh;  // ids of what the job's patterns have found, rising
  // Asks the registry of watched objects. Unavailable if the parent is gone.
  std::function<absl::StatusOr<WatchReply>(const WatchQuestion&)> ask;

  HeapGraph& graph() const { return capture.graph; }
};

// May run in a forked child, where there is no JVM: it calls nothing of JNI or JVMTI, neither the
// registry nor the log. What it needs of them is found out before.
using Analysis = std::function<absl::StatusOr<std::string>(AnalysisScene&)>;

struct CaptureJob {
  CaptureRequest request;
  std::vector<std::string> patterns;  // instances of these classes are watched from now on
  Analysis analyse;
  std::string output;         // a file that the analysis writes; empty: none
  bool reads_tables = false;  // see ForkRequest
};

// By the engine that the command wishes. What the analysis gives back, or what the capture reports.
absl::StatusOr<std::string> CaptureAndAnalyse(const CaptureJob& job, const Command& command,
                                              const RequestContext& context);

}  // namespace taproot
