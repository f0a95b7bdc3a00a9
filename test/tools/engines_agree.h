// Compares two captures of one heap by two engines.
#pragma once

#include "taproot/heap_graph.h"
#include "tools/differences.h"
#include "tools/pair_walk.h"

namespace taproot::test {

// All that is reached from the static fields and threads of the scene is the same in both, the
// frames of its threads hold the same, and both count its classes alike. Where everything holds
// still, the tested one has all that the reference has, and beyond it only what FollowReferences
// cannot see.
void CompareEngines(const HeapGraph& reference, const HeapGraph& tested, const Scene& scene,
                    Differences* differences);

}  // namespace taproot::test
