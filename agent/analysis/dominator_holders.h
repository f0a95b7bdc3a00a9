// The upper end of a dominator tree: what the roots of a graph become.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"

namespace taproot {

class DominatorHolders {
 public:
  explicit DominatorHolders(const HeapGraph& graph);

  uint32_t size() const { return static_cast<uint32_t>(holders_.size()); }
  uint32_t whole() const { return size() - 1; }
  const Holder& operator[](uint32_t holder) const { return holders_[holder]; }
  // Meaningless for the whole. Between them a holder's number lies below those of its children.
  uint32_t parent(uint32_t holder) const { return parent_[holder]; }
  // What the roots say that it holds; an object may be there several times.
  std::span<const NodeId> objects(uint32_t holder) const {
    return std::span(objects_).subspan(first_[holder], first_[holder + 1] - first_[holder]);
  }
  // Whether the static field of the class is a root of its own.
  bool HasStaticField(const HeapGraph& graph, ClassId klass, uint32_t field) const;

  std::vector<Holder> TakeHolders() && { return std::move(holders_); }

  // The order in which holders lie, such that each subtree but the whole is contiguous.
  static bool Before(const Holder& a, const Holder& b);

 private:
  uint32_t Find(const Holder& holder) const;

  std::vector<Holder> holders_;
  std::vector<uint32_t> parent_;
  std::vector<uint32_t> first_;
  std::vector<NodeId> objects_;
};

}  // namespace taproot
