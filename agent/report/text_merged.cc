// The merged paths as a tree: a line holds what follows without a fork.
//
//   1,000 objects, which retain 7.4 MiB
//   1,000  static field com.acme.Registry.active -> ConcurrentHashMap.table -> [] -> Node.val
//     990    [] ...
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

class MergedTree {
 public:
  MergedTree(const TextContext& context, const MergedSection& section)
      : context_(context), section_(section), rows_(section.merged.rows), depth_(rows_.size()) {
    children_.resize(rows_.size());
    for (const MergedPath& row : rows_) {
      if (row.parent) ++children_[*row.parent];
    }
  }

  void Append() {
    for (size_t at = 0; at < rows_.size();) {
      const size_t first = at;
      std::string line = Label(at);
      while (Continues(at)) {
        depth_[at + 1] = depth_[at];
        absl::StrAppend(&line, " -> ", Label(++at));
      }
      if (IsShown(first)) AppendLine(first, at, line);
      ++at;
      if (at < rows_.size()) depth_[at] = rows_[at].parent ? depth_[*rows_[at].parent] + 1 : 0;
    }
    if (left_out_ > 0) {
      absl::StrAppend(&context_.out, "… ", Grouped(left_out_),
                      left_out_ == 1 ? " branch" : " branches", " that fewer objects pass\n");
    }
  }

 private:
  std::string Label(size_t at) const {
    const PathLabel& label = section_.groups.label(rows_[at].group);
    if (label.owner.empty()) return label.name;
    return absl::StrCat(SimpleName(label.owner), ".", label.name);
  }

  // Whether all that pass here go on by the next row.
  bool Continues(size_t at) const {
    return rows_[at].ending == 0 && children_[at] == 1 && at + 1 < rows_.size();
  }

  bool IsShown(size_t at) {
    const bool heavy = 100.0 * static_cast<double>(rows_[at].passing) >=
                       context_.options.min_percent * static_cast<double>(section_.merged.objects);
    if (heavy && shown_ < context_.options.top) {
      ++shown_;
      return true;
    }
    ++left_out_;
    return false;
  }

  void AppendLine(size_t first, size_t last, const std::string& line) {
    absl::StrAppend(&context_.out, std::string(2 * depth_[first], ' '),
                    Grouped(rows_[first].passing), "  ", line, " -> ",
                    WithoutPackage(section_.groups.label(rows_[last].group).class_name));
    if (rows_[last].ending > 0 && rows_[last].ending < rows_[last].passing) {
      absl::StrAppend(&context_.out, "   ", Grouped(rows_[last].ending), " here");
    }
    if (section_.retained) {
      absl::StrAppend(&context_.out, "   retained ", Bytes(rows_[first].retained_bytes));
    }
    context_.out += '\n';
  }

  const TextContext& context_;
  const MergedSection& section_;
  const std::vector<MergedPath>& rows_;
  std::vector<size_t> depth_;
  std::vector<size_t> children_;
  uint64_t shown_ = 0;
  uint64_t left_out_ = 0;
};

}  // namespace

void AppendMerged(const TextContext& context, const MergedSection& section) {
  const MergedPaths& merged = section.merged;
  absl::StrAppend(&context.out, "MERGED PATHS  ", Counted(merged.objects, "object"));
  if (section.retained) absl::StrAppend(&context.out, ", retained ", Bytes(merged.retained_bytes));
  if (merged.unheld > 0) {
    absl::StrAppend(&context.out, "; ", Grouped(merged.unheld), " of them not strongly held");
  }
  context.out += '\n';
  MergedTree(context, section).Append();
}

}  // namespace taproot
