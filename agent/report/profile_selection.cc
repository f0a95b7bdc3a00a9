#include "report/profile_selection.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "report/words.h"

namespace taproot {
namespace {

// A line names all levels above it in the JSON document, so a tree as deep as a long list would
// grow quadratically.
constexpr uint32_t kDeepest = 1000;

struct Level {
  uint32_t entry;
  uint32_t next = 0;         // child to show next
  uint64_t shown_bytes = 0;  // of the children shown
};

class Selector {
 public:
  Selector(const ProfileTree& tree, const RenderOptions& options) : tree_(tree), options_(options) {
    selection_.depth = std::min(options.depth, kDeepest);
  }

  ProfileSelection Select() && {
    if (tree_.entries.empty()) return {};
    Enter(0);
    while (!levels_.empty()) Advance();
    return std::move(selection_);
  }

 private:
  void Enter(uint32_t at) {
    const ProfileEntry& entry = tree_.entries[at];
    selection_.lines.push_back({.entry = at, .bytes = entry.bytes});
    ++selection_.entries;
    if (entry.child_count == 0) return;
    if (levels_.size() < selection_.depth) {
      levels_.push_back({at});
    } else {
      selection_.deeper = true;
    }
  }

  void Advance() {
    Level& level = levels_.back();
    const ProfileEntry& parent = tree_.entries[level.entry];
    const uint32_t child = parent.first_child + level.next;
    if (level.next == parent.child_count || level.next == options_.top || IsLight(child)) {
      // Children add up to their parent, so nobody has to visit a million light ones.
      if (level.next < parent.child_count) {
        selection_.lines.push_back({.entry = level.entry,
                                    .left_out = parent.child_count - level.next,
                                    .bytes = parent.bytes - level.shown_bytes});
      }
      levels_.pop_back();
      return;
    }
    ++level.next;
    level.shown_bytes += tree_.entries[child].bytes;
    Enter(child);  // ends the life of `level`
  }

  bool IsLight(uint32_t entry) const {
    return PercentOf(tree_.entries[entry].bytes, tree_.entries[0].bytes) < options_.min_percent;
  }

  const ProfileTree& tree_;
  const RenderOptions& options_;
  ProfileSelection selection_;
  std::vector<Level> levels_;
};

}  // namespace

ProfileSelection SelectEntries(const ProfileTree& tree, const RenderOptions& options) {
  return Selector(tree, options).Select();
}

std::string ShellText(const HeapGraph& graph, const ProfileEntry& shell) {
  const JavaClass& java_class = graph.java_class(shell.node);
  if (java_class.is_array) {
    return absl::StrCat("<shell: ", WithoutPackage(java_class.name),
                        ", length=", Grouped(graph.array_length(shell.node)), ">");
  }
  return absl::StrCat("<shell: ", java_class.primitive_fields, " prim/",
                      java_class.reference_fields, " ref fields>");
}

}  // namespace taproot
