// What is said of each kind of waste.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "taproot/heap_graph.h"
#include "taproot/path_groups.h"
#include "taproot/waste.h"

namespace taproot {

std::string_view WasteCode(WasteKind kind);    // "duplicate-strings", for JSON
std::string_view WasteName(WasteKind kind);    // "duplicate strings"
std::string_view WasteAdvice(WasteKind kind);  // what to do about it
// "81,234 copies among Strings of 1,200 texts"
std::string WasteSentence(const WasteOfKind& of_kind);

// How the content begins: "\"PENDING\"", "int[12] {1, 2, 3, …}"; empty if no sample was kept.
std::string ContentWords(const HeapGraph& graph, const Duplicates& duplicates);

// The bytes of a String, which are Latin-1 or UTF-16; that is not known, but a text without control
// characters is more likely. As UTF-8.
std::string DecodeText(std::span<const uint8_t> bytes);

// "static field Main.ORDERS : Object[] → Order → Order.tags : ArrayList"
std::string PathWords(const PathGroups& groups, GroupId group);
std::string PathWords(std::span<const PathLabel> path);

}  // namespace taproot
