#include "report/path_description.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "report/path_folding.h"
#include "report/thread_local_value.h"
#include "report/words.h"

namespace taproot {
namespace {

// A path that does not fold is told in full up to this many steps, else its two ends.
constexpr size_t kMostSteps = 1000;

void LeaveOutMiddle(std::vector<PathFold>& folds, uint64_t& left_out) {
  if (folds.size() <= kMostSteps) return;
  left_out = folds.size() - kMostSteps;
  const auto middle = folds.begin() + kMostSteps / 2;
  folds.erase(middle, middle + static_cast<std::ptrdiff_t>(left_out));
}

StepDescription DescribeFold(const HeapGraph& graph, const RootPath& path, const PathFold& fold) {
  StepDescription step;
  step.position = fold.last();
  step.node = path.steps[step.position].node;
  step.repeat = fold.repeat;
  for (size_t at = fold.first; at < fold.first + fold.period; ++at) {
    const NodeId from = path.steps[at - 1].node;
    const ReferenceSlot slot = path.steps[at].slot;
    step.references.push_back(fold.repeat > 1 ? DescribeFoldedReference(graph, from, slot)
                                              : DescribeReference(graph, from, slot));
  }
  return step;
}

Remark FoldedRemark(const StepDescription& step, size_t at) {
  std::string chain = step.references[0].text;
  for (size_t i = 1; i < step.references.size(); ++i) {
    absl::StrAppend(&chain, " -> ", step.references[i].text);
  }
  return {"folded", absl::StrCat(chain, " is followed ", Grouped(step.repeat), " times"), at};
}

// A remark on a chain is made on its first round, for all of it.
void AddRemarks(const HeapGraph& graph, const RootPath& path, const StepDescription& step,
                size_t at, std::vector<Remark>& remarks) {
  const size_t period = step.references.size();
  if (period == 0) return;
  const size_t first = step.position + 1 - period * step.repeat;
  for (size_t edge = first; edge < first + period; ++edge) {
    for (Remark& remark : RemarksOnReference(graph, path, edge)) {
      remark.step = at;
      remarks.push_back(std::move(remark));
    }
  }
  if (step.repeat > 1) remarks.push_back(FoldedRemark(step, at));
}

}  // namespace

PathDescription PathDescriber::Describe(const RootPath& path) {
  PathDescription description;
  description.strength = path.strength;
  description.length = path.steps.empty() ? 0 : path.steps.size() - 1;
  description.root = DescribeRoot(graph_, graph_.root(path.root));
  description.steps = Steps(path);
  description.remarks = RemarksOnRoot(graph_, graph_.root(path.root));
  AddThreadLocal(path, description);
  for (size_t at = 0; at < description.steps.size(); ++at) {
    AddRemarks(graph_, path, description.steps[at], at, description.remarks);
  }
  std::ranges::stable_sort(description.remarks, {}, &Remark::step);
  return description;
}

std::vector<StepDescription> PathDescriber::Steps(const RootPath& path) {
  if (path.steps.empty()) return {};
  std::vector<PathFold> folds = FoldPath(graph_, path);
  uint64_t left_out = 0;
  LeaveOutMiddle(folds, left_out);

  std::vector<StepDescription> steps;
  steps.reserve(folds.size() + 1);
  steps.push_back({.node = path.steps[0].node});
  for (const PathFold& fold : folds) steps.push_back(DescribeFold(graph_, path, fold));
  if (left_out > 0) steps[1 + kMostSteps / 2].left_out_before = left_out;
  return steps;
}

// Below a live thread a thread-local is where the path begins; elsewhere it is worth a remark.
void PathDescriber::AddThreadLocal(const RootPath& path, PathDescription& description) {
  const std::optional<ThreadLocalValue> value = FindThreadLocalValue(graph_, path);
  if (!value) return;
  const std::optional<StaticField> holder = HolderOf(value->thread_local_object);
  const Root& root = graph_.root(path.root);
  if (root.kind == RootKind::kThread && value->thread == 0) {
    description.root = DescribeThreadLocalRoot(graph_, root, *value, holder);
    return;
  }
  const std::string name = ThreadLocalName(graph_, *value, holder);
  const auto step =
      std::ranges::lower_bound(description.steps, value->value, {}, &StepDescription::position);
  if (name.empty() || step == description.steps.end()) return;
  description.remarks.push_back({"thread-local", absl::StrCat("value of the thread-local ", name),
                                 static_cast<size_t>(step - description.steps.begin())});
}

std::optional<StaticField> PathDescriber::HolderOf(NodeId node) {
  if (!node.valid()) return std::nullopt;
  if (!static_fields_) static_fields_.emplace(graph_);
  return static_fields_->Holding(node);
}

}  // namespace taproot
