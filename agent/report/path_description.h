// A path from a GC root, folded and in words: what the text and the JSON report are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/path_remarks.h"
#include "report/reference_description.h"
#include "report/root_description.h"
#include "report/static_fields.h"
#include "taproot/heap_graph.h"
#include "taproot/root_paths.h"

namespace taproot {

struct StepDescription {
  NodeId node;  // the object that is reached; of a folded chain the last one
  // What leads here: nothing for the root's object, several references for a chain that repeats
  // them in turn (Holder.next -> Node.holder).
  std::vector<ReferenceDescription> references = {};
  uint64_t repeat = 1;           // how often the references are followed
  size_t position = 0;           // of `node` among the steps of the RootPath
  uint64_t left_out_before = 0;  // folded steps left out of an overlong path, before this one
};

struct PathDescription {
  RootDescription root;
  std::vector<StepDescription> steps;
  std::vector<Remark> remarks;  // by step, those of the root first
  Strength strength = Strength::kStrong;
  uint64_t length = 0;  // references from the root's object to the target
};

// Describes paths of one graph. What is looked up in the whole graph is looked up at the first path
// that needs it.
class PathDescriber {
 public:
  explicit PathDescriber(const HeapGraph& graph) : graph_(graph) {}

  PathDescription Describe(const RootPath& path);

 private:
  std::optional<StaticField> HolderOf(NodeId node);
  void AddThreadLocal(const RootPath& path, PathDescription& description);
  std::vector<StepDescription> Steps(const RootPath& path);

  const HeapGraph& graph_;
  std::optional<StaticFields> static_fields_;
};

}  // namespace taproot
