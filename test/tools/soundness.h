// Whether a graph makes sense in itself, without another to compare it with.
#pragma once

#include "taproot/heap_graph.h"
#include "tools/differences.h"

namespace taproot::test {

// Every object has a known class, instances of a class have one size, an array's size fits its
// length, every reference leads to an object that the declared type of the field allows, all
// objects are reached, and there are not more bytes of them than the heap has.
void CheckSoundness(const HeapGraph& graph, Differences* differences);

}  // namespace taproot::test
