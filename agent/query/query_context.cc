#include "query/query_context.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

// What making the tree takes at its peak; see dominators.h.
constexpr uint64_t kBytesPerNode = 24;
constexpr uint64_t kBytesPerReference = 8;

}  // namespace

void QueryContext::DescribePaths(absl::Span<const RootPath* const> paths) {
  if (services_.describe_paths) services_.describe_paths(paths, graph_);
}

const DominatorTree* QueryContext::Dominators() {
  if (!WantsRetained(command_, inputs.has_value())) return nullptr;
  if (!std::exchange(dominators_made_, true)) {
    const uint64_t bytes =
        kBytesPerNode * graph_.node_count() + kBytesPerReference * graph_.reference_count();
    const absl::Status memory = services_.reserve ? services_.reserve(bytes) : absl::OkStatus();
    if (memory.ok()) {
      dominators_.emplace(MakeDominatorTree(graph_, {}, progress_));
    } else {
      notes.push_back(absl::StrCat("retained sizes are left out: ", memory.message()));
    }
  }
  const bool cancelled = progress_ != nullptr && progress_->cancelled();
  return dominators_ && !cancelled ? &*dominators_ : nullptr;
}

absl::Status QueryContext::CheckCancelled() const {
  if (progress_ == nullptr || !progress_->cancelled()) return absl::OkStatus();
  return absl::CancelledError("cancelled");
}

}  // namespace taproot
