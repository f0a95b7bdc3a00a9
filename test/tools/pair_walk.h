// Finds the objects that two captures of one heap have in common, and compares them as it goes.
//
// One engine is the reference, the other is tested: it may know more, but nothing else. Objects are
// paired where both graphs lead to them in the same way: the same static field, the same slot of
// the same object. Once all pairs are made, what the reference has has a partner, or it differs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "taproot/heap_graph.h"
#include "tools/differences.h"

namespace taproot::test {

// What holds still while the two captures are made.
struct Scene {
  // How the names of its classes and of its threads begin. Classes, loaders and threads that do not
  // belong to the scene are not entered.
  std::string classes;
  std::string threads;
  bool everything = false;  // all of the heap holds still
};

class PairWalk {
 public:
  PairWalk(const HeapGraph& reference, const HeapGraph& tested, const Scene& scene,
           Differences* differences);

  // From here on these two are one object. `name` says how both graphs lead to them.
  void Pair(NodeId a, NodeId b, std::string_view name);
  // Breadth first, until no more pairs are found.
  void Run();

  NodeId PartnerOf(NodeId a) const { return partner_of_a_[a.value]; }
  bool IsPaired(NodeId b) const { return partner_of_b_[b.value].valid(); }
  uint32_t pairs() const { return static_cast<uint32_t>(pairs_.size()); }

  // Whether FollowReferences cannot see the reference.
  bool IsExtra(NodeId from, ReferenceSlot slot) const;
  // Whether names, sizes and counts of this class must agree.
  bool InScene(std::string_view class_name) const;
  bool IsSceneThread(std::string_view name) const;

 private:
  struct Step {
    NodeId a;
    NodeId b;
    uint32_t parent;  // among the pairs; its own index for a first one
    ReferenceSlot slot;
  };
  struct Edge {
    ReferenceSlot slot;
    NodeId target;
  };
  using Row = std::vector<Edge>;

  void Pair(NodeId a, NodeId b, uint32_t parent, ReferenceSlot slot);
  void CompareObjects(uint32_t index);
  void CompareContents(const Step& step);
  void CompareClasses(uint32_t index);
  bool IsEntered(NodeId a) const;
  void CompareRows(uint32_t index);
  void CompareTargets(uint32_t index, const Edge& a, const Edge& b);
  void CompareUnnumbered(uint32_t index, Row a, Row b);
  void TellMissing(const Step& step, const Edge& edge);
  void TellExtra(const Step& step, const Edge& edge);
  bool LeadsTo(NodeId from, NodeId target) const;  // both of the tested graph
  bool IsOnStackChunk(NodeId thread, NodeId target) const;
  Row Numbered(const HeapGraph& graph, NodeId node, Row& unnumbered) const;
  bool Has(const HeapGraph& graph, NodeId node, ReferenceKind kind) const;

  std::string Path(const Step& step) const;
  std::string Where(const Step& step, const Edge& edge, const HeapGraph& graph, NodeId from) const;

  const HeapGraph& a_;
  const HeapGraph& b_;
  const Scene& scene_;
  Differences& differences_;
  std::vector<NodeId> partner_of_a_;
  std::vector<NodeId> partner_of_b_;
  std::vector<ClassId> class_partner_;                           // of classes of a
  std::unordered_map<uint32_t, std::string_view> thread_names_;  // by node of a
  std::unordered_map<uint32_t, std::string> first_names_;        // by index of the pair
  std::vector<Step> pairs_;                                      // the queue, and what was in it
  uint32_t next_ = 0;
};

}  // namespace taproot::test
