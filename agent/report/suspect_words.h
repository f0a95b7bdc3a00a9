// Suspects and the ways of path groups in words.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "taproot/heap_graph.h"
#include "taproot/path_groups.h"
#include "taproot/suspects.h"

namespace taproot {

// "static field com.acme.Main.KEEP -> HashMap.table[] -> Node.value": by what the objects are held,
// without their classes. Of a repetition one turn.
std::string WayText(std::span<const PathLabel> path);

// "static field com.acme.Registry.active", "400,000 instances of com.acme.Session", "20 threads
// \"pool-*-thread-*\"".
std::string SuspectText(const HeapGraph& graph, const Suspect& suspect);
// Without the number of members, which changes: what it is called from one look to the next.
std::string SuspectName(const HeapGraph& graph, const Suspect& suspect);

// "accumulates in java.util.HashMap with 400,000 com.acme.Session of 1.1 GiB, filled through
// Registry.active -> HashMap.table[] -> Node.value".
std::string AccumulationSentence(const HeapGraph& graph, const Suspect& suspect);

std::string_view SuspectKindWord(
    SuspectKind kind);  // "single", ...: the words of the JSON document

}  // namespace taproot
