#include "analysis/walk_rules.h"

#include <algorithm>

namespace taproot {

WalkRules::WalkRules(const HeapGraph& graph, const WalkOptions& options)
    : graph_(graph), rules_(graph.classes().size()) {
  for (size_t i = 0; i < rules_.size() && !options.enter_weak; ++i) {
    rules_[i].skip_referent = graph.java_class(ClassId(i)).referent_strength != Strength::kStrong;
  }
  if (!options.enter_classes) StopAt("java.lang.Class", &WalkStops::classes);
  if (!options.enter_loaders) StopAt("java.lang.ClassLoader", &WalkStops::loaders);
  if (!options.enter_threads) StopAt("java.lang.Thread", &WalkStops::threads);
}

void WalkRules::StopAt(std::string_view class_name, Barrier barrier) {
  for (ClassId ancestor : graph_.FindClasses(class_name)) {
    if (!graph_.java_class(ancestor).is_builtin()) continue;
    for (size_t i = 0; i < rules_.size(); ++i) {
      if (graph_.IsSubclass(ClassId(i), ancestor)) rules_[i].barrier = barrier;
    }
  }
}

void WalkRules::SetStarts(std::span<const NodeId> starts) {
  starts_to_enter_.clear();
  for (NodeId start : starts) {
    if (rules_[graph_.class_of(start).value].barrier != nullptr) starts_to_enter_.push_back(start);
  }
  std::ranges::sort(starts_to_enter_);
}

bool WalkRules::IsStart(NodeId node) const {
  return std::ranges::binary_search(starts_to_enter_, node);
}

}  // namespace taproot
