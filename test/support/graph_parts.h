// Whether two graphs are one and the same, down to the last member.
#pragma once

#include <string>
#include <tuple>

#include "taproot/heap_graph.h"

namespace taproot {

// A friend of HeapGraph. When HeapGraph gets another member this does not compile any more, to be
// told: a snapshot has to carry it (agent/snapshot), or HeapGraphBuilder to derive it.
struct HeapGraphParts {
  static auto Of(const HeapGraph& graph) {
    const auto& [rows, classes, mirrors, native_bytes, contents, roots, threads, methods,
                 frame_locals, texts, known_values, watched, vm, capture, referent, discovered] =
        graph;
    return std::tie(rows, classes, mirrors, native_bytes, contents, roots, threads, methods,
                    frame_locals, texts, known_values, watched, vm, capture, referent, discovered);
  }
};

}  // namespace taproot

namespace taproot::test {

// The number of the first part that differs, of those above; empty if all are equal.
inline std::string Difference(const HeapGraph& a, const HeapGraph& b) {
  std::string difference;
  size_t part = 0;
  auto compare = [&](const auto& mine, const auto& other) {
    if (!(mine == other) && difference.empty()) difference = "part " + std::to_string(part);
    ++part;
  };
  std::apply(
      [&](const auto&... mine) {
        std::apply([&](const auto&... other) { (compare(mine, other), ...); },
                   HeapGraphParts::Of(b));
      },
      HeapGraphParts::Of(a));
  return difference;
}

}  // namespace taproot::test
