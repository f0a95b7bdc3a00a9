// The labels of path groups: references and roots in words that are the same in every capture and
// process.
#pragma once

#include <string>
#include <string_view>

#include "taproot/heap_graph.h"
#include "taproot/path_groups.h"

namespace taproot {

// Of an object that a path begins with.
PathLabel RootLabel(const HeapGraph& graph, const Root& root);

// Of an object of class `target`, held by this slot of `from`.
PathLabel ReferenceLabel(const HeapGraph& graph, NodeId from, ReferenceSlot slot, ClassId target);

// Of a reference that is no field: "[]", "(class)", "(constant pool)", else "(inside the VM)".
std::string_view KindName(ReferenceKind kind);

// The name of the class, without the numbers that the JVM makes up as it goes along.
std::string ClassLabel(const JavaClass& java_class);

// "pool-*-thread-*" for "pool-1-thread-17".
std::string WithoutNumbers(std::string_view name);

// Of a path that goes on by this label; `above` is that of the path so far, 0 for none.
uint64_t FingerprintOf(uint64_t above, const PathLabel& label);

}  // namespace taproot
