// A HeapGraphBuilder for tests that writes classes as Java does and fields by name. It knows the
// classes that analyses treat in a special way from the start.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/heap_graph_builder.h"
#include "taproot/heap_graph.h"

namespace taproot::test {

class TestHeap {
 public:
  TestHeap();

  // The name may be that of an array. Fields: "int hash", "byte[] value", "static Object KEEP".
  ClassId AddClass(std::string_view name, std::string_view super = "java.lang.Object",
                   const std::vector<std::string_view>& fields = {});
  // Makes a node for the class object. With a loader the class becomes one of a custom loader, that
  // can be unloaded and refers to its loader.
  NodeId AddMirror(ClassId java_class, NodeId loader = NodeId());

  NodeId New(std::string_view class_name, uint64_t size);
  NodeId NewArray(std::string_view class_name, uint64_t size, uint32_t length);
  // "next": a field of the object, or a static field if `from` is the mirror of a class.
  void Set(NodeId from, std::string_view field, NodeId to);
  void SetElement(NodeId array, uint32_t index, NodeId to);

  ThreadId AddThread(std::string_view name, NodeId node = NodeId());
  MethodId AddMethod(std::string_view class_name, std::string_view name);
  RootId AddRoot(RootKind kind, NodeId node) {
    return builder_.AddRoot({.kind = kind, .node = node});
  }

  ClassId Class(std::string_view name);  // the latest of this name; throws if there is none
  HeapGraphBuilder& builder() { return builder_; }

  HeapGraph Build() &&;  // throws if the builder refuses

 private:
  uint32_t FieldIndex(ClassId java_class, std::string_view field);

  HeapGraphBuilder builder_;
  std::vector<ClassId> class_of_;        // by node
  std::vector<ClassId> mirrored_class_;  // by node; none for nodes that are no mirrors
};

}  // namespace taproot::test
