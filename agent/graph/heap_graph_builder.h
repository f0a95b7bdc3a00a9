// Makes a HeapGraph. Not thread-safe; a builder serves once.
//
// Two ways to give the references: AddReference() in any order, or AdoptRows() when the rows are
// laid out already. The builder adds what follows from the rest: the roots of static fields and
// system classes, field counts, the places of Reference.referent.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "taproot/heap_graph.h"

namespace taproot {

class HeapGraphBuilder {
 public:
  HeapGraphBuilder() = default;

  // Superclasses are added before their subclasses: super, first_field and the field counts of
  // the new class are derived from them.
  ClassId AddClass(JavaClass java_class);
  JavaClass& java_class(ClassId id) { return graph_.classes_[id.value]; }
  size_t class_count() const { return graph_.classes_.size(); }

  // size_bytes must be a multiple of 8 and below 32 GiB.
  NodeId AddNode(ClassId java_class, uint64_t size_bytes, uint32_t array_length = 0);
  void AddReference(NodeId from, NodeId to, ReferenceSlot slot);

  // All nodes and rows at once, in place of AddNode() and AddReference(). `first` has one entry
  // more than there are nodes.
  struct Rows {
    std::vector<ClassId> class_of;
    std::vector<uint32_t> size_in_words;
    std::vector<uint32_t> array_length;
    std::vector<uint32_t> first;
    std::vector<NodeId> targets;
    std::vector<ReferenceSlot> slots;
  };
  void AdoptRows(Rows rows);
  void AdoptRows(HeapGraph::Rows rows);

  RootId AddRoot(Root root);
  ThreadId AddThread(JavaThread thread);
  MethodId AddMethod(JavaMethod method);
  // The row's number, for a ReferenceSlot of kind kFrameLocal.
  uint32_t AddFrameLocal(FrameLocal local);
  void AddWatched(WatchedObject watched);
  void AddNativeBytes(NodeId node, uint64_t bytes);
  void SetContents(ContentsTable contents) { graph_.contents_ = std::move(contents); }
  void SetVm(VmInfo vm) { graph_.vm_ = std::move(vm); }
  void SetCapture(CaptureInfo capture) { graph_.capture_ = std::move(capture); }

  // Whether Build() makes roots of the mirrors and static fields of built-in classes. A graph of
  // the objects below an input has no such roots.
  void SetRootsOfClasses(bool wanted) { roots_of_classes_ = wanted; }

  // What is known of the capture only when the graph is there. For whoever has just captured it.
  static void SetCapture(HeapGraph& graph, CaptureInfo capture) {
    graph.capture_ = std::move(capture);
  }

  // What is looked up once it is known what a report shows: names for the locals of a method, texts
  // and values of single objects. Only this may be added to a graph, before others get to see it.
  static void AddLocals(HeapGraph& graph, MethodId method, std::vector<LocalVariable> locals);
  static void AddText(HeapGraph& graph, NodeId node, std::string text);
  static void AddKnownValue(HeapGraph& graph, NodeId node, KnownValue value);

  // InvalidArgument if an id points outside of its table, a class stands before its superclass or
  // rows do not fit together;
  // ResourceExhausted if there are more references than 32 bits number.
  absl::StatusOr<HeapGraph> Build() &&;

 private:
  struct Edge {
    NodeId from;
    NodeId to;
    ReferenceSlot slot;
  };

  absl::Status LayOutRows();
  absl::Status Validate() const;
  void IndexNodes();
  void FindReferentFields();
  void AddRootsOfClasses();

  HeapGraph graph_;
  Rows rows_;  // what AddNode() has made, until Build()
  std::vector<Edge> edges_;
  bool adopted_ = false;
  bool roots_of_classes_ = true;
};

}  // namespace taproot
