// What an object is and holds, as a number that is the same in every capture of it.
#pragma once

#include <cstdint>
#include <vector>

#include "taproot/heap_graph.h"

namespace taproot::test {

// By node: its class, size, and fields and elements, a few references deep. Objects that are alike
// have one colour.
std::vector<uint64_t> Colour(const HeapGraph& graph);

}  // namespace taproot::test
