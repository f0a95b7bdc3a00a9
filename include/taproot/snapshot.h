// A HeapGraph as a file, to be asked later, elsewhere, and without the JVM. The format is told in
// docs/snapshot-format.md.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"

namespace taproot {

// Writes all of the graph and tells the bytes of the file. It appears whole or not at all, mode
// 0600. Errors name the path: PermissionDenied, ResourceExhausted if the disk is full, Cancelled,
// else InvalidArgument.
absl::StatusOr<uint64_t> WriteSnapshot(const HeapGraph& graph, const std::string& path,
                                       Progress* progress = nullptr);

// Where the rows of the graph lie.
enum class SnapshotAccess : uint8_t {
  // In the file, mapped into memory: costs no memory that the system cannot take back. Whoever
  // shortens the file meanwhile ends this process by SIGBUS. Taproot never does: it replaces files.
  kMap,
  // In memory. For use within a JVM, which a signal must not end.
  kCopy,
};

// Looks at every byte before it believes any: a graph that is read is as sound as one that is
// captured. Errors name the path: NotFound, PermissionDenied, Unimplemented for a file of a newer
// format or of a machine with another byte order, DataLoss for what is damaged or no snapshot, with
// what is wrong, ResourceExhausted for want of memory, Cancelled.
absl::StatusOr<HeapGraph> ReadSnapshot(const std::string& path, Progress* progress = nullptr,
                                       SnapshotAccess access = SnapshotAccess::kMap);

}  // namespace taproot
