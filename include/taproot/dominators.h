// The dominator tree of a heap: what would be free if one object, field, class or thread let go.
//
// A dominates B if every path from the GC roots to B leads through A. A's retained size is the sum
// over all that it dominates, itself included. It is exact: nobody's retained sizes add up to more
// than those of their dominator, and the whole retains what is reached, each object once.
//
// Between the whole and the objects stand the holders, so that a static field, a class, a frame or
// a thread has a retained size too, although none of them is one object:
//
//   whole -> loader (boot, platform, app) -> class -> static field -> objects
//                                            class -> its class object
//   whole -> thread -> its Thread object, objects it holds without a frame
//            thread -> frame -> objects in its locals
//   whole -> JNI globals, monitors, VM internals -> objects
//   whole -> the objects that a size was asked for (RootKind::kInput)
//
// Such a class object's reference to the value of a static field is left out where the field is a
// root of its own: the field's holder stands for it. Classes of other loaders are plain objects.
//
// Algorithm: depth-first numbers and semi-dominators as in T. Lengauer, R. E. Tarjan, "A Fast
// Algorithm for Finding Dominators in a Flowgraph", 1979; immediate dominators from them as nearest
// common ancestors: L. Georgiadis, R. E. Tarjan, R. F. Werneck, "Finding Dominators in Practice",
// 2006 (semi-NCA). Where that takes too many steps, as Lengauer and Tarjan do. Iterative; at most
// 24 bytes a node and 8 a reference while it runs. Of that 20 bytes a node are kept, 21 if more
// than 32 GiB are reached.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "taproot/flat_array.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"

namespace taproot {

// A row of a dominator tree: first the objects, each under the number that it has as a node; then
// the holders; the whole last.
using DominatorId = Id<struct DominatorTag>;

enum class HolderKind : uint8_t {
  kLoader,
  kClass,  // what its static fields hold together, and its class object
  kStaticField,
  kThread,
  kFrame,
  kJniGlobals,
  kMonitors,
  kVmInternals,
  kWhole,
};

struct Holder {
  HolderKind kind = HolderKind::kWhole;
  LoaderKind loader = LoaderKind::kBoot;  // kLoader
  ClassId klass;                          // kClass, kStaticField
  uint32_t field = 0;                     // kStaticField: position in the layout of `klass`
  ThreadId thread;                        // kThread, kFrame; none if unknown
  int32_t depth = -1;                     // kFrame: 0 on top
  MethodId method;                        // kFrame; none if unknown
  int32_t line = -1;                      // kFrame; -1 if unknown

  friend bool operator==(const Holder&, const Holder&) = default;
};

struct DominatorOptions {
  Strength loosest = Strength::kStrong;  // what looser references hold is not in the tree
};

// Immutable; all methods may be called from any number of threads at once.
class DominatorTree {
 public:
  uint32_t node_count() const { return node_count_; }
  uint32_t id_count() const { return static_cast<uint32_t>(position_.size()); }  // with holders
  DominatorId whole() const { return DominatorId(id_count() - 1); }

  bool is_object(DominatorId id) const { return id.value < node_count_; }
  NodeId object(DominatorId id) const { return NodeId(id.value); }
  const Holder& holder(DominatorId id) const { return holders_[id.value - node_count_]; }
  std::span<const Holder> holders() const { return holders_; }  // from id node_count() on

  bool reached(DominatorId id) const { return position_[id.value] != kUnreached; }
  bool reached(NodeId node) const { return reached(DominatorId(node.value)); }

  // What dominates it immediately; none for the whole and for what is not reached.
  DominatorId parent(DominatorId id) const;
  DominatorId parent(NodeId node) const { return parent(DominatorId(node.value)); }
  // Itself included. 0 for what is not reached.
  uint64_t retained_bytes(DominatorId id) const;
  uint64_t retained_bytes(NodeId node) const { return retained_bytes(DominatorId(node.value)); }
  uint64_t retained_objects(DominatorId id) const;  // holders do not count
  uint64_t retained_objects(NodeId node) const { return retained_objects(DominatorId(node.value)); }
  // True also for above == below. False if one of them is not reached.
  bool Dominates(DominatorId above, DominatorId below) const;

  // All that is reached, parents before children, each subtree a span: the whole comes first.
  std::span<const DominatorId> preorder() const { return order_.first(reached_count_); }
  // The part of preorder() that `id` dominates, itself first. Empty for what is not reached.
  std::span<const DominatorId> Subtree(DominatorId id) const;

  // Calls visit(DominatorId) for what `id` dominates immediately, in no particular order.
  template <typename Visit>
  void ForEachChild(DominatorId id, Visit&& visit) const {
    if (!reached(id)) return;
    const uint32_t first = position_[id.value];
    for (uint32_t at = first + 1; at < first + size_[first]; at += size_[at]) visit(order_[at]);
  }
  // The same, those that retain the most bytes first; at equal bytes by id.
  std::vector<DominatorId> Children(DominatorId id) const;

  // None if there is no such holder.
  DominatorId FindLoader(LoaderKind loader) const;
  DominatorId FindClass(ClassId klass) const;
  DominatorId FindStaticField(ClassId klass, uint32_t field) const;
  DominatorId FindThread(ThreadId thread) const;
  DominatorId FindFrame(ThreadId thread, int32_t depth) const;

  uint64_t memory_bytes() const;

 private:
  friend class DominatorTreeMaker;
  DominatorTree() = default;

  static constexpr uint32_t kUnreached = DominatorId::kNone;
  static constexpr uint64_t kWordBytes = 8;

  DominatorId Find(const Holder& holder) const;

  uint32_t node_count_ = 0;
  std::vector<Holder> holders_;          // sorted, each before those below it; the whole last
  std::vector<uint32_t> holders_below_;  // by holder, itself included
  FlatArray<uint32_t> position_;         // by id: the place in preorder
  // By place in preorder.
  FlatArray<DominatorId> order_;
  FlatArray<uint32_t> parent_;  // a place
  FlatArray<uint32_t> size_;    // of the subtree
  FlatArray<uint32_t> retained_words_;
  FlatArray<uint8_t> retained_high_;  // above the 32 bits of retained_words_; empty if all are 0
  uint32_t reached_count_ = 0;        // of ids
};

// If `progress` is cancelled, nothing is reached in the tree.
DominatorTree MakeDominatorTree(const HeapGraph& graph, const DominatorOptions& options,
                                Progress* progress = nullptr);

}  // namespace taproot
