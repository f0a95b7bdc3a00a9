// Small random heaps for comparing an algorithm with a brute force one.
#pragma once

#include <cstdint>

#include "taproot/heap_graph.h"

namespace taproot::test {

// Random numbers that are the same everywhere: those of <random> differ by library.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}

  uint64_t Next() {  // splitmix64
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t Below(uint32_t limit) { return static_cast<uint32_t>(Next() % limit); }
  bool OneIn(uint32_t n) { return Below(n) == 0; }

 private:
  uint64_t state_;
};

// A graph of up to 40 objects and a few class objects, its shape drawn by the seed: sparse, dense,
// tree, chain, layers, rings, hubs, islands. It has everything that is treated in a special way:
// references of each strength, class objects, loaders, threads with frame locals, classes of a
// custom loader, native bytes, self references, several references to one object, and roots of each
// kind.
HeapGraph RandomGraph(uint64_t seed);

// A node that may serve as the start of a walk.
NodeId RandomNode(const HeapGraph& graph, Random& random);

}  // namespace taproot::test
