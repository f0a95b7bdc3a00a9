// One question to one graph: what the verbs share on the way from a command to a report.
//
// A query needs no JVM. On a live one, `QueryServices` reach into it; for a snapshot they are
// empty. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "query/command.h"
#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/object_walk.h"
#include "taproot/progress.h"
#include "taproot/root_paths.h"
#include "taproot/snapshot.h"
#include "taproot/verdict.h"

namespace taproot {

// Each may be empty.
struct QueryServices {
  // Adds to the graph what telling these paths in words takes: names of locals, keys of maps,
  // states of objects.
  std::function<void(absl::Span<const RootPath* const>, HeapGraph&)> describe_paths;
  // Adds the names of the locals of these methods.
  std::function<void(absl::Span<const MethodId>, HeapGraph&)> name_locals;
  // ResourceExhausted if so many more bytes cannot be had without danger to the application.
  std::function<absl::Status(uint64_t bytes)> reserve;
  // Drops findings that have died since, adds those that were collected, and notes on both.
  std::function<void(std::vector<Finding>&, std::vector<std::string>& notes)> complete_findings;
};

class QueryContext {
 public:
  // All of them outlive the context. `progress` may be null.
  QueryContext(const Command& command, HeapGraph& graph, QueryServices services, Progress* progress)
      : command_(command), graph_(graph), services_(std::move(services)), progress_(progress) {}

  const Command& command() const { return command_; }
  HeapGraph& graph() { return graph_; }
  Progress* progress() const { return progress_; }
  const QueryServices& services() const { return services_; }

  void DescribePaths(absl::Span<const RootPath* const> paths);

  // Of the strong references; made at the first call. Null where the command does not want it, when
  // cancelled, or for want of memory, which is noted.
  const DominatorTree* Dominators();

  absl::Status CheckCancelled() const;

  // Objects that the caller handed in, with how a walk from them ended; none for null.
  std::optional<std::vector<NodeId>> inputs;
  WalkStops stops;
  // Of further files; within a JVM nothing is mapped: see snapshot.h.
  SnapshotAccess file_access = SnapshotAccess::kCopy;
  VerdictOptions verdicts;         // for leaks
  bool has_patterns = false;       // somebody has named classes to watch
  std::vector<std::string> notes;  // for the report

 private:
  const Command& command_;
  HeapGraph& graph_;
  const QueryServices services_;
  Progress* const progress_;
  bool dominators_made_ = false;
  std::optional<DominatorTree> dominators_;
};

}  // namespace taproot
