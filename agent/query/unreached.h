// Watched objects that nothing in the graph leads to, where no collection says what became of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/verdict.h"

namespace taproot {

// Takes them out; how many there were.
uint64_t LeaveOutUnreached(std::vector<Finding>& findings);

// What is to be said of so many that were left out of a graph that was captured like this.
std::string UnreachedNote(uint64_t count, const CaptureInfo& capture);

}  // namespace taproot
