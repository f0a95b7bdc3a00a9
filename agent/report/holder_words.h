// What stands above the objects of a dominator tree, in words.
#pragma once

#include <string>
#include <string_view>

#include "taproot/dominators.h"

namespace taproot {

// "static field com.acme.Registry.active", "thread \"main\"", "class com.acme.Registry (its static
// fields together)".
std::string HolderText(const HeapGraph& graph, const Holder& holder);

// The words of the JSON document: "whole", "static-field", ...
std::string_view HolderWord(HolderKind kind);

}  // namespace taproot
