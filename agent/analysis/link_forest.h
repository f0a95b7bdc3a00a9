// The forest that the search for semi-dominators grows, with path compression.
#pragma once

#include <cstdint>
#include <span>

#include "taproot/flat_array.h"

namespace taproot {

// Vertices enter from the highest number to the lowest; those above `frontier` are linked to their
// parents. What is below it is a root. `Value` of a vertex is a number that the caller sets when
// the vertex is linked, and `Less` tells which of two is wanted.
class LinkForest {
 public:
  explicit LinkForest(std::span<const uint32_t> parent) : links_(parent.size()) {
    for (size_t v = 0; v < parent.size(); ++v) links_[v] = {parent[v], parent[v]};
  }

  void SetLabel(uint32_t vertex, uint32_t label) { links_[vertex].label = label; }
  void Prefetch(uint32_t vertex) const { __builtin_prefetch(&links_[vertex]); }

  // The least label, by `less`, on the path from the vertex to below the root of its tree, which is
  // the first vertex not above the frontier. The vertex must be above the frontier itself. Shortens
  // the path. Pointers along it are turned round on the way up, so that no stack is needed.
  template <typename Less>
  uint32_t Least(uint32_t vertex, uint32_t frontier, Less&& less) {
    uint32_t ancestor = links_[vertex].ancestor;
    if (ancestor <= frontier) return links_[vertex].label;
    uint32_t below = vertex;
    uint32_t at = ancestor;
    links_[vertex].ancestor = vertex;  // the end of the way back
    while ((ancestor = links_[at].ancestor) > frontier) {
      links_[at].ancestor = below;
      below = at;
      at = ancestor;
    }
    // `at` lies right below the root, which is `ancestor` now.
    uint32_t least = links_[at].label;
    while (true) {
      Link& link = links_[below];
      if (less(least, link.label)) {
        link.label = least;
      } else {
        least = link.label;
      }
      const uint32_t next = link.ancestor;
      link.ancestor = ancestor;
      if (next == below) return least;
      below = next;
    }
  }

 private:
  struct Link {
    uint32_t ancestor;
    uint32_t label;
  };
  FlatArray<Link> links_;
};

}  // namespace taproot
