// How the comparison of two graphs calls what it finds.
#pragma once

#include <string>
#include <string_view>

#include "taproot/heap_graph.h"

namespace taproot::test {

// "field", "call-site", ...
std::string_view KindName(ReferenceKind kind);
std::string_view KindName(RootKind kind);

// The class, and what a mirror mirrors: "java.lang.String", "class java.lang.String".
std::string NameOf(const HeapGraph& graph, NodeId node);

// "HashMap$Node.next", "[17]", "(superclass)".
std::string NameOf(const HeapGraph& graph, NodeId from, ReferenceSlot slot);

// All that tells a root, but for its object; the method and not its number.
std::string DescribeRoot(const HeapGraph& graph, const Root& root);

}  // namespace taproot::test
