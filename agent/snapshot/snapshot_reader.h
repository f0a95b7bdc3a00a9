// A graph out of the bytes of a snapshot.
#pragma once

#include "absl/status/statusor.h"
#include "snapshot/section_reader.h"
#include "taproot/heap_graph.h"

namespace taproot::snapshot {

// DataLoss if the sections do not make a sound graph. Errors say what is wrong, not in which file.
absl::StatusOr<HeapGraph> ReadGraph(const SectionReader& sections);

}  // namespace taproot::snapshot
