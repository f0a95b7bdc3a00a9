#include "report/path_folding.h"

#include <span>

#include "report/reference_description.h"

namespace taproot {
namespace {

// A list node that leads to the next through a holder has period 2, nested lists have 2 or 3.
constexpr size_t kLongestPeriod = 4;

class PathFolder {
 public:
  PathFolder(const HeapGraph& graph, const RootPath& path) : graph_(graph), steps_(path.steps) {}

  // The longest group from reference `first` on; the shorter period at equal length.
  PathFold FoldFrom(size_t first) const {
    PathFold best{.first = first};
    for (size_t period = 1; period <= kLongestPeriod; ++period) {
      const PathFold fold = {first, period, Repeats(first, period)};
      if (fold.repeat < FewestRepeats(fold)) continue;
      if (best.repeat == 1 || fold.last() > best.last()) best = fold;
    }
    return best;
  }

 private:
  // Two steps through one field are worth folding; a shorter tale than two cycles or two elements
  // is better told in full.
  size_t FewestRepeats(const PathFold& fold) const {
    return fold.period == 1 && !steps_[fold.first].slot.is_element() ? 2 : 3;
  }

  size_t Repeats(size_t first, size_t period) const {
    size_t end = first + period;
    while (end < steps_.size() && Same(end - period, end)) ++end;
    return (end - first) / period;
  }

  // Only fields and elements fold: what leads from or to a class says which class it is.
  bool Same(size_t a, size_t b) const {
    const ReferenceSlot slot_a = steps_[a].slot;
    const ReferenceSlot slot_b = steps_[b].slot;
    if (ClassAt(a) != ClassAt(b)) return false;
    if (slot_a.is_element() && slot_b.is_element()) return true;
    if (slot_a != slot_b || slot_a.kind() != ReferenceKind::kField) return false;
    return ClassAt(a - 1) == ClassAt(b - 1) || Declaring(a) == Declaring(b);
  }

  ClassId Declaring(size_t step) const {
    return FieldOf(graph_, steps_[step - 1].node, steps_[step].slot).declaring;
  }

  ClassId ClassAt(size_t step) const { return graph_.class_of(steps_[step].node); }

  const HeapGraph& graph_;
  std::span<const PathStep> steps_;
};

}  // namespace

std::vector<PathFold> FoldPath(const HeapGraph& graph, const RootPath& path) {
  const PathFolder folder(graph, path);
  std::vector<PathFold> folds;
  for (size_t next = 1; next < path.steps.size(); next = folds.back().last() + 1) {
    folds.push_back(folder.FoldFrom(next));
  }
  return folds;
}

}  // namespace taproot
