// What is to be said of a watched object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/object_size.h"
#include "taproot/object_status.h"
#include "taproot/object_ways.h"
#include "taproot/progress.h"
#include "taproot/reference_rules.h"
#include "taproot/retained.h"
#include "taproot/root_paths.h"

namespace taproot {

enum class Verdict : uint8_t {
  kStronglyReachable,       // a leak
  kSoftlyReachable,         // freed under memory pressure
  kWaitingForFinalization,  // freed once its finalizer ran
  kWeaklyReachable,         // weak or phantom: freed by a later collection
  kHeldByVm,                // alive, but no reference that can be seen leads to it
  kCollected,
  kTooYoung,       // watched for less than the retained delay
  kUnderDebugger,  // strongly reachable, but a debugger is attached and may hold it
};

// "strongly reachable", "softly reachable", "waiting for finalization", "weakly reachable",
// "held by the VM", "collected", "too young", "under debugger": the words of the report.
std::string_view ToString(Verdict verdict);

struct Finding {
  WatchedObject watched;
  Verdict verdict = Verdict::kCollected;
  std::optional<RootPath> path;  // wherever there is one, whatever the verdict
  // Zero if collected, never met, or if weighing all would have cost too much; see VerdictOptions.
  ObjectSize size;
  // Set if only references that this rule and others ignore hold it as firmly as the path says.
  const ReferenceRule* ignored = nullptr;

  // What ExplainFindings() adds where there is a path; see leak_groups.h.
  std::optional<PathStatus> status;
  std::optional<uint32_t> signature;
  const ReferenceRule* library_leak = nullptr;  // the library's fault, as this rule says
  // Where a dominator tree was made and something strong reaches it: by the object, and by the
  // first object of the path.
  std::optional<RetainedSet> retained;
  std::optional<uint64_t> top_retained_bytes;
  // Of the first of each group of leaks, as far as they were looked for.
  std::optional<ObjectWays> ways;

  bool is_leak() const { return verdict == Verdict::kStronglyReachable && ignored == nullptr; }
};

struct VerdictOptions {
  int64_t retained_delay_ms = 5000;
  bool debugger_attached = false;
  WalkOptions walk;
  // Watched objects often reach the same ones. Together they are weighed by at most this many
  // visits for each object of the graph; those that come after have no size.
  uint32_t visits_per_node = 4;
  const ReferenceRules* rules = nullptr;  // may be null; the findings refer to them
};

// Judges graph.watched(), in its order: all of them are alive. Those that were collected are not in
// the graph: the caller adds them. The youth of an object is said before a debugger is.
std::vector<Finding> JudgeWatched(const HeapGraph& graph, const VerdictOptions& options,
                                  Progress* progress = nullptr);

}  // namespace taproot
