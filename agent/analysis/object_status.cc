#include "taproot/object_status.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analysis/inspectors.h"

namespace taproot {
namespace {

void SortUnique(std::vector<NodeId>& nodes) {
  std::ranges::sort(nodes);
  const auto repeats = std::ranges::unique(nodes);
  nodes.erase(repeats.begin(), repeats.end());
}

// The last object that should live says how far the evidence to the contrary reaches.
void Decide(size_t target, PathStatus& status) {
  status.first_suspect = 0;
  status.last_suspect = target;
  for (const StatusMark& mark : status.marks) {
    if (mark.status != ObjectStatus::kNotLeaking || mark.step >= target) continue;
    status.first_suspect = mark.step + 1;
  }
  for (StatusMark& mark : status.marks) {
    if (mark.status == ObjectStatus::kNotLeaking) {
      mark.overruled = mark.step >= target;
    } else if (mark.status == ObjectStatus::kLeaking) {
      mark.overruled = mark.step < status.first_suspect;
      if (!mark.overruled) status.last_suspect = std::min(status.last_suspect, mark.step);
    }
  }
}

}  // namespace

PathJudge::PathJudge(const HeapGraph& graph) : graph_(graph), sort_of_(graph.classes().size()) {
  for (size_t i = 0; i < sort_of_.size(); ++i) {
    const JavaClass& java_class = graph.classes()[i];
    if (java_class.super.valid()) sort_of_[i] = sort_of_[java_class.super.value];
    if (java_class.name == "java.lang.Class") sort_of_[i] = Sort::kMirror;
    if (java_class.name == "java.lang.ClassLoader") sort_of_[i] = Sort::kLoader;
    if (java_class.name == "java.lang.Thread") sort_of_[i] = Sort::kThread;
    const bool builtin = java_class.loader_kind != LoaderKind::kCustom;
    if (builtin && java_class.loader.valid()) builtin_loaders_.push_back(java_class.loader);
  }
  for (const Root& root : graph.roots()) {
    if (root.kind == RootKind::kThread) running_threads_.push_back(root.node);
  }
  SortUnique(running_threads_);
  SortUnique(builtin_loaders_);
}

// A class that can be unloaded may well be what leaks, and so may its loader.
std::string PathJudge::WhyItLives(NodeId node) const {
  switch (sort_of_[graph_.class_of(node).value]) {
    case Sort::kMirror: {
      const ClassId id = graph_.mirrored_class(node);
      if (!id.valid()) return "class of a primitive type";
      const JavaClass& java_class = graph_.java_class(id);
      if (!java_class.is_builtin()) return "";
      return absl::StrCat("class of the ", java_class.loader_name, " loader");
    }
    case Sort::kLoader:
      return std::ranges::binary_search(builtin_loaders_, node) ? "class loader of the JDK" : "";
    case Sort::kThread:
      return std::ranges::binary_search(running_threads_, node) ? "thread is running" : "";
    case Sort::kOther:
      break;
  }
  return "";
}

void PathJudge::MarkObject(size_t step, NodeId node, std::vector<StatusMark>& marks) const {
  const size_t first = marks.size();
  auto add = [&](ObjectStatus status, std::string reason) {
    const std::span earlier = std::span(marks).subspan(first);
    if (std::ranges::find(earlier, reason, &StatusMark::reason) != earlier.end()) return;
    marks.push_back({.step = step, .status = status, .reason = std::move(reason)});
  };
  if (std::string why = WhyItLives(node); !why.empty()) {
    add(ObjectStatus::kNotLeaking, std::move(why));
  }
  for (Inspection& said : InspectValues(graph_, node)) add(said.status, std::move(said.reason));
}

PathStatus PathJudge::Judge(const RootPath& path) const {
  PathStatus status;
  for (size_t step = 0; step < path.steps.size(); ++step) {
    MarkObject(step, path.steps[step].node, status.marks);
  }
  if (!path.steps.empty()) Decide(path.steps.size() - 1, status);
  return status;
}

}  // namespace taproot
