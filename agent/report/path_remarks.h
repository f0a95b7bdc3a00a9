// Shapes in a path that are worth a sentence: stale entries, captured values, dead locals, ...
//
// Each shape is a small function of its own; tables in path_remarks.cc say which reference each is
// tried on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/root_paths.h"

namespace taproot {

struct Remark {
  std::string_view code;         // for programs: "stale-thread-local", "captured-value", ...
  std::string text;              // a sentence for people
  std::optional<size_t> step{};  // position of the step it is about; none if about the root
};

// What is to be said of the path's root: of locals whether they can be dead, of some static fields
// what they are for.
std::vector<Remark> RemarksOnRoot(const HeapGraph& graph, const Root& root);

// What is to be said of the reference into path.steps[at], at > 0. The remarks' step is not set.
std::vector<Remark> RemarksOnReference(const HeapGraph& graph, const RootPath& path, size_t at);

}  // namespace taproot
