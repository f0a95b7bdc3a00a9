// Numbers and names as a reader likes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "taproot/heap_graph.h"
#include "taproot/object_walk.h"

namespace taproot {

std::string Grouped(uint64_t number);                       // "6,012,345"
std::string Counted(uint64_t count, std::string_view one);  // "1 object", "812 objects"
std::string Bytes(uint64_t bytes);                          // "812 bytes", "64.2 KiB"
std::string BytesExactly(uint64_t bytes);                   // "65,741 bytes (64.2 KiB)"
double PercentOf(uint64_t part, uint64_t whole);            // 0 of nothing is 0
std::string Percent(uint64_t part, uint64_t whole);         // "53.8%"
std::string Milliseconds(double milliseconds);              // "1.5 ms", "103 ms", "11.2 s"
std::string Age(int64_t milliseconds);                      // "350 ms", "41 s", "3 min", "2 h"

// In double quotes; what would break the line or the quotes is escaped.
std::string Quoted(std::string_view text);

std::string_view WithoutPackage(std::string_view class_name);  // "HashMap$Node"
// Also without enclosing classes: "Node". Anonymous classes and lambdas keep theirs: "Main$1".
std::string_view SimpleName(std::string_view class_name);

// "class com.acme.W" for the mirror of a class, else the name of the object's class.
std::string NodeName(const HeapGraph& graph, NodeId node);

// "not entered: 3 references to Class, 1 to ClassLoader objects (enter=classes;loaders to enter
// them)"; empty if the walk stopped nowhere.
std::string StopsSentence(const WalkStops& stops);

}  // namespace taproot
