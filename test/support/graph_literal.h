// A small HeapGraph written as text, its nodes known by name.
//
//   a -> b c              a refers to b and c by its fields f0 and f1
//   a[] -> b c            a is an Object[], b and c its elements
//   a -weak-> b           a is a WeakReference to b; so -soft->, -final->, -phantom->
//   a -local-> b          a is a Thread; b a local of a frame of that (virtual, unmounted) thread
//   a : com.acme.Big 64   class and size of a; else com.acme.Node and 16 bytes
//   class com.acme.W extends java.lang.ClassLoader
//   class com.acme.W by a         W is of the class loader a, and its class object is W.class
//   W.class -> b                  static fields s0 and so on of W, of the boot loader if not said
//   (static Main.KEEP) -> a       a root; so (thread main), (local main), (system), (monitor),
//                                 (jni-local), (jni-global), (vm), (input)
//
// Statements end at a line's end or at ';'; # begins a comment. Only a superclass must stand before
// its subclass.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/root_paths.h"

namespace taproot::test {

class GraphLiteral {
 public:
  explicit GraphLiteral(std::string_view text);  // throws std::invalid_argument

  const HeapGraph& graph() const { return *graph_; }
  NodeId operator[](std::string_view name) const;           // throws if there is none
  std::vector<NodeId> Nodes(std::string_view names) const;  // "a b c"
  std::string Names(std::span<const NodeId> nodes) const;   // "a b c"
  // "static Main.KEEP: a b c"; "none" for no path.
  std::string Text(const std::optional<RootPath>& path) const;

 private:
  std::optional<HeapGraph> graph_;
  std::map<std::string, NodeId, std::less<>> nodes_;
};

}  // namespace taproot::test
