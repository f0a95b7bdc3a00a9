// Folds a path: a chain that follows the same references into the same classes again and again
// becomes one group, so that three million list nodes are one line. Linear in the path; makes no
// strings.
#pragma once

#include <cstddef>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/root_paths.h"

namespace taproot {

// References first .. first + period * repeat - 1 of a path, where reference i leads from
// steps[i - 1] to steps[i]. The same `period` references come `repeat` times.
struct PathFold {
  size_t first = 1;
  size_t period = 1;
  size_t repeat = 1;

  size_t last() const { return first + period * repeat - 1; }
};

// Together the groups cover all references of the path in order. References are the same when they
// are the same field (declaring class and name), or elements at whatever place, and lead into
// objects of the same class.
std::vector<PathFold> FoldPath(const HeapGraph& graph, const RootPath& path);

}  // namespace taproot
