// graph_compare REFERENCE TESTED... [--classes=PREFIX --threads=PREFIX]: whether snapshots of one
// heap, by several engines, say the same. Without a scene all of the heap must have held still in
// between. graph_compare --check SNAPSHOT...: whether each makes sense in itself.
//
// Prints what differs. Exits with 0 if nothing does that may not, 1 if something does, 2 if a file
// cannot be read.
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/strip.h"
#include "taproot/snapshot.h"
#include "tools/differences.h"
#include "tools/engines_agree.h"
#include "tools/soundness.h"

namespace taproot::test {
namespace {

std::optional<HeapGraph> Read(const std::string& path) {
  absl::StatusOr<HeapGraph> graph = ReadSnapshot(path);
  if (graph.ok()) return *std::move(graph);
  std::fprintf(stderr, "%s\n", std::string(graph.status().message()).c_str());
  return std::nullopt;
}

bool Tell(const std::string& path, const HeapGraph& graph, const Differences& differences) {
  std::printf("%s by %s: %u objects, %llu references, %.1f ms pause: %s\n%s", path.c_str(),
              graph.capture().engine.c_str(), graph.node_count(),
              static_cast<unsigned long long>(graph.reference_count()), graph.capture().pause_ms,
              differences.none() ? "agrees" : "DIFFERS", differences.Text().c_str());
  return differences.none();
}

int Main(int argc, char** argv) {
  std::vector<std::string> paths;
  Scene scene{.everything = true};
  bool check = false;
  for (int i = 1; i < argc; ++i) {
    std::string_view word = argv[i];
    if (word == "--check") {
      check = true;
    } else if (absl::ConsumePrefix(&word, "--classes=")) {
      scene.classes = word;
      scene.everything = false;
    } else if (absl::ConsumePrefix(&word, "--threads=")) {
      scene.threads = word;
    } else {
      paths.emplace_back(word);
    }
  }
  if (paths.size() < (check ? 1u : 2u)) {
    std::fprintf(stderr, "usage: graph_compare REFERENCE TESTED... or --check SNAPSHOT...\n");
    return 2;
  }
  std::optional<HeapGraph> reference;
  bool agree = true;
  for (const std::string& path : paths) {
    std::optional<HeapGraph> graph = Read(path);
    if (!graph) return 2;
    Differences differences;
    CheckSoundness(*graph, &differences);
    if (!check && reference) CompareEngines(*reference, *graph, scene, &differences);
    agree &= Tell(path, *graph, differences);
    if (!check && !reference) reference = std::move(graph);
  }
  return agree ? 0 : 1;
}

}  // namespace
}  // namespace taproot::test

int main(int argc, char** argv) { return taproot::test::Main(argc, argv); }
