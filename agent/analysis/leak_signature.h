// A number that says where a leak is to be mended: leaks by the same mistake have the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/object_status.h"
#include "taproot/root_paths.h"

namespace taproot {

// What the suspect references of the path are called: "static Main.KEEP", "Session.map", "[x]". No
// index, line, thread name or address is in it, so that the same mistake reads the same at every
// object, in every run and on every JVM. Left out is what differs between equal leaks: references
// from an object to another of its class (list nodes), and those within one collection (buckets,
// tree nodes). What repeats itself is told once.
std::vector<std::string> SuspectWords(const HeapGraph& graph, const RootPath& path,
                                      const PathStatus& status);

// A hash of the words. (FNV-1a of 64 bits, folded.)
uint32_t SignatureOf(const std::vector<std::string>& words);

}  // namespace taproot
