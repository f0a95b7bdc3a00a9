// Recognises a path that runs through the value of a ThreadLocal.
#pragma once

#include <cstddef>
#include <optional>

#include "taproot/heap_graph.h"
#include "taproot/root_paths.h"

namespace taproot {

// Thread -> Thread.threadLocals -> ThreadLocalMap.table -> [i] -> Entry.value, also by way of
// Thread.inheritableThreadLocals.
struct ThreadLocalValue {
  size_t thread = 0;           // position of the Thread object in the path
  size_t value = 0;            // position of the value
  NodeId thread_local_object;  // none if stale or unknown
  bool stale = false;          // the ThreadLocal was collected
};

// The first such place of the path.
std::optional<ThreadLocalValue> FindThreadLocalValue(const HeapGraph& graph, const RootPath& path);

}  // namespace taproot
