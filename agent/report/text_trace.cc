// A path as a leak trace:
//
//   GC root: static field com.acme.SessionRegistry.active   (loader: app)
//     ↓ SessionRegistry.active
//   java.util.concurrent.ConcurrentHashMap
//     ↓ .table[17] -> Node.next x 2 -> Node.val
//   com.acme.Session
//
// Arrays and the objects that are but parts of the one above them (its nested classes, more of its
// own class) have no line of their own: what leads through them is told in one go.
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/text_sections.h"
#include "report/thread_local_value.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr size_t kMostLines = 40;
constexpr size_t kWidth = 100;

class TraceWriter {
 public:
  TraceWriter(const HeapGraph& graph, const PathDescription& path) : graph_(graph), path_(path) {}

  std::vector<std::string> Write() && {
    WriteRoot();
    for (size_t at = 0; at < path_.steps.size(); ++at) WriteStep(at);
    return std::move(lines_);
  }

 private:
  void WriteRoot() {
    const RootDescription& root = path_.root;
    std::string line = absl::StrCat("GC root: ", root.text);
    if (ClassId klass = RootClass(); klass.valid()) {
      absl::StrAppend(&line, "   (loader: ", graph_.java_class(klass).loader_name, ")");
    }
    lines_.push_back(std::move(line));
    TakeRemarks(std::nullopt);
    WriteRemarks();
    if (root.kind == "static-field" && root.field) {
      links_.push_back(absl::StrCat(SimpleName(graph_.java_class(root.field->klass).name), ".",
                                    FieldName(graph_, *root.field)));
    }
  }

  // The class whose loader is worth telling.
  ClassId RootClass() const {
    if (path_.root.kind == "static-field" && path_.root.field) return path_.root.field->klass;
    if (path_.root.kind == "system-class" && !path_.steps.empty()) {
      return graph_.mirrored_class(path_.steps[0].node);
    }
    return {};
  }

  void WriteStep(size_t at) {
    const StepDescription& step = path_.steps[at];
    if (step.left_out_before > 0) {
      WriteLinks();
      lines_.push_back(absl::StrCat("  … ", Counted(step.left_out_before, "step"), " left out"));
    }
    AddLink(step);
    TakeRemarks(at);
    const bool is_target = at + 1 == path_.steps.size();
    if (!is_target && IsPartOfShown(step, at)) return;
    WriteLinks();
    lines_.push_back(NodeName(graph_, step.node));
    shown_ = graph_.class_of(step.node);
  }

  void AddLink(const StepDescription& step) {
    if (step.references.empty()) return;
    if (step.references.size() == 1 && step.repeat == 1) {
      const ReferenceDescription& reference = step.references[0];
      const bool element = reference.kind == ReferenceKind::kArrayElement;
      if (element && !links_.empty()) {
        links_.back() += reference.text;
      } else {
        links_.push_back(Link(reference));
      }
      return;
    }
    auto text = [](std::string* out, const ReferenceDescription& r) { out->append(r.text); };
    const std::string chain = absl::StrJoin(step.references, " -> ", text);
    const bool single = step.references.size() == 1;
    links_.push_back(
        absl::StrCat(single ? chain : absl::StrCat("(", chain, ")"), " x ", Grouped(step.repeat)));
  }

  // The class just shown need not be said again.
  std::string Link(const ReferenceDescription& reference) const {
    const bool own = links_.empty() && reference.is_field() && reference.owner == shown_ &&
                     shown_.valid() && reference.kind != ReferenceKind::kStaticField;
    std::string link = own ? absl::StrCat(".", reference.name) : reference.text;
    if (reference.strength != Strength::kStrong) {
      absl::StrAppend(&link, " (", StrengthWord(reference.strength), ")");
    }
    return link;
  }

  bool IsPartOfShown(const StepDescription& step, size_t at) const {
    // The thread and its map are in the words of the root already.
    if (path_.root.is_thread_local() && at < kThreadLocalDepth) return true;
    if (graph_.mirrored_class(step.node).valid()) return false;
    const JavaClass& java_class = graph_.java_class(step.node);
    if (java_class.is_array) return at > 0;
    if (!shown_.valid()) return false;
    const std::string& shown = graph_.java_class(shown_).name;
    return java_class.name == shown || absl::StartsWith(java_class.name, absl::StrCat(shown, "$"));
  }

  void TakeRemarks(std::optional<size_t> step) {
    for (; remark_ < path_.remarks.size() && path_.remarks[remark_].step == step; ++remark_) {
      // "x 2,999,998" says it already.
      if (path_.remarks[remark_].code != "folded") notes_.push_back(path_.remarks[remark_].text);
    }
  }

  void WriteRemarks() {
    for (const std::string& note : notes_) lines_.push_back(absl::StrCat("    note: ", note));
    notes_.clear();
  }

  void WriteLinks() {
    std::string line = "  ↓ ";
    size_t width = 4;
    for (size_t i = 0; i < links_.size(); ++i) {
      if (i > 0 && width + 4 + links_[i].size() > kWidth) {
        lines_.push_back(std::move(line));
        line = "   ";
        width = 3;
      }
      absl::StrAppend(&line, i > 0 ? " -> " : "", links_[i]);
      width += links_[i].size() + (i > 0 ? 4 : 0);
    }
    if (!links_.empty()) lines_.push_back(std::move(line));
    links_.clear();
    WriteRemarks();
  }

  static constexpr size_t kThreadLocalDepth = 4;  // references from the thread to the value

  const HeapGraph& graph_;
  const PathDescription& path_;
  std::vector<std::string> lines_;
  std::vector<std::string> links_;  // since the object shown last
  std::vector<std::string> notes_;
  size_t remark_ = 0;  // the first remark not taken yet
  ClassId shown_;
};

}  // namespace

std::vector<std::string> TraceLines(const HeapGraph& graph, const PathDescription& path) {
  std::vector<std::string> lines = TraceWriter(graph, path).Write();
  if (lines.size() <= kMostLines) return lines;
  const size_t left_out = lines.size() - (kMostLines - 1);
  const auto middle = lines.begin() + kMostLines / 2;
  *middle = absl::StrCat("  … ", Counted(left_out, "line"), " left out");
  lines.erase(middle + 1, middle + static_cast<std::ptrdiff_t>(left_out));
  return lines;
}

}  // namespace taproot
