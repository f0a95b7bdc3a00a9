// A small graph that has something of everything a HeapGraph can hold.
#pragma once

#include <string>

#include "taproot/heap_graph.h"

namespace taproot::test {

//   (static Main.CACHE) -> cache[] -> text plugin text    text: a byte[] with contents and a text
//   (local Main.run) -> thread                            plugin: of a custom loader, with native
//                                                         memory, watched, with a known value
HeapGraph FullGraph(const std::string& host = "shop-1");

}  // namespace taproot::test
