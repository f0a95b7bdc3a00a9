// A path as a leak trace:
//
//   GC root: static field com.acme.SessionRegistry.active   (loader: app)
//     ↓ SessionRegistry.active
//       ~~~~~~~~~~~~~~~~~~~~~~
//   java.util.concurrent.ConcurrentHashMap   retains 7.6 MiB
//     ↓ .table[17] -> Node.next x 2 -> Node.val
//       ~~~~~~~~~~    ~~~~~~~~~~~~~    ~~~~~~~~
//   com.acme.Session   not closed: Session.closed = false
//
// The suspect references are underlined.
// Arrays and the objects that are but parts of the one above them (its nested classes, more of its
// own class) have no line of their own: what leads through them is told in one go.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
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

// In a terminal: bytes that continue a character take no room.
size_t Width(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string StatusText(const StatusMark& mark, bool is_target) {
  std::string text;
  if (mark.status == ObjectStatus::kLeaking) text = "leaking: ";
  if (mark.status == ObjectStatus::kNotLeaking) text = "not leaking: ";
  absl::StrAppend(&text, mark.reason);
  if (mark.overruled) {
    absl::StrAppend(&text, is_target ? ", yet it is expected to go"
                                     : ", yet it holds something that should stay");
  }
  return text;
}

class TraceWriter {
 public:
  TraceWriter(const HeapGraph& graph, const PathDescription& path, const TraceExtras& extras)
      : graph_(graph), path_(path), extras_(extras) {}

  std::vector<std::string> Write() && {
    WriteRoot();
    for (size_t at = 0; at < path_.steps.size(); ++at) WriteStep(at);
    return std::move(lines_);
  }

 private:
  struct Link {
    std::string text;
    bool is_suspect = false;
  };

  void WriteRoot() {
    const RootDescription& root = path_.root;
    std::string line = absl::StrCat("GC root: ", root.text);
    if (ClassId klass = RootClass(); klass.valid()) {
      absl::StrAppend(&line, "   (loader: ", graph_.java_class(klass).loader_name, ")");
    }
    lines_.push_back(std::move(line));
    const bool is_static = root.kind == "static-field" && root.field.has_value();
    if (IsSuspect(0, 0) && !is_static) {
      lines_.push_back(absl::StrCat("         ", std::string(Width(root.text), '~')));
    }
    TakeRemarks(std::nullopt);
    WriteRemarks();
    if (!is_static) return;
    links_.push_back({absl::StrCat(SimpleName(graph_.java_class(root.field->klass).name), ".",
                                   FieldName(graph_, *root.field)),
                      IsSuspect(0, 0)});
  }

  bool IsSuspect(size_t first, size_t last) const {
    return extras_.status != nullptr && first <= extras_.status->last_suspect &&
           last >= extras_.status->first_suspect;
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
    const size_t first = std::min(next_, step.position);
    AddLink(step, IsSuspect(first, step.position));
    next_ = step.position + 1;
    TakeRemarks(at);
    const bool is_target = at + 1 == path_.steps.size();
    if (!is_target && IsPartOfShown(step, at)) return;
    WriteLinks();
    lines_.push_back(NodeName(graph_, step.node));
    if (const std::string_view text = graph_.text(step.node); !text.empty()) {
      absl::StrAppend(&lines_.back(), " ", Quoted(text));
    }
    AddStatus(first, step.position, is_target);
    shown_ = graph_.class_of(step.node);
  }

  // Of the objects of a fold, at the end of the line just written.
  void AddStatus(size_t first, size_t last, bool is_target) {
    if (last == 0 && !is_target && extras_.top_retained) {
      absl::StrAppend(&lines_.back(), "   retains ", Bytes(*extras_.top_retained));
    }
    if (extras_.status == nullptr) return;
    std::vector<std::string> texts;
    for (const StatusMark& mark : extras_.status->marks) {
      if (mark.step < first || mark.step > last) continue;
      std::string text = StatusText(mark, is_target);
      if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
    }
    if (!texts.empty()) {
      absl::StrAppend(&lines_.back(), "   ", absl::StrJoin(texts, ", "));
    }
  }

  bool IsLeaking(size_t position) const {
    return extras_.status != nullptr &&
           std::ranges::any_of(extras_.status->marks, [&](const StatusMark& mark) {
             return mark.step == position && mark.status == ObjectStatus::kLeaking;
           });
  }

  void AddLink(const StepDescription& step, bool is_suspect) {
    if (step.references.empty()) return;
    if (step.references.size() == 1 && step.repeat == 1) {
      const ReferenceDescription& reference = step.references[0];
      const bool element = reference.kind == ReferenceKind::kArrayElement;
      if (element && !links_.empty()) {
        links_.back().text += reference.text;
        links_.back().is_suspect |= is_suspect;
      } else {
        links_.push_back({LinkText(reference), is_suspect});
      }
      return;
    }
    auto text = [](std::string* out, const ReferenceDescription& r) { out->append(r.text); };
    const std::string chain = absl::StrJoin(step.references, " -> ", text);
    const bool single = step.references.size() == 1;
    links_.push_back(
        {absl::StrCat(single ? chain : absl::StrCat("(", chain, ")"), " x ", Grouped(step.repeat)),
         is_suspect});
  }

  // The class just shown need not be said again.
  std::string LinkText(const ReferenceDescription& reference) const {
    const bool own = links_.empty() && reference.is_field() && reference.owner == shown_ &&
                     shown_.valid() && reference.kind != ReferenceKind::kStaticField;
    std::string link = own ? absl::StrCat(".", reference.name, reference.OfKey()) : reference.text;
    if (reference.strength != Strength::kStrong) {
      absl::StrAppend(&link, " (", StrengthWord(reference.strength), ")");
    }
    return link;
  }

  bool IsPartOfShown(const StepDescription& step, size_t at) const {
    if (IsLeaking(step.position)) return false;
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
    std::string marks = "    ";
    for (size_t i = 0; i < links_.size(); ++i) {
      const size_t width = Width(links_[i].text);
      if (i > 0 && marks.size() + 4 + width > kWidth) {
        PushLine(line, marks);
        line = marks = "   ";
      }
      absl::StrAppend(&line, i > 0 ? " -> " : "", links_[i].text);
      marks.append(i > 0 ? 4 : 0, ' ').append(width, links_[i].is_suspect ? '~' : ' ');
    }
    if (!links_.empty()) PushLine(line, marks);
    links_.clear();
    WriteRemarks();
  }

  void PushLine(const std::string& line, std::string_view marks) {
    lines_.push_back(line);
    marks = absl::StripTrailingAsciiWhitespace(marks);
    if (!marks.empty()) lines_.emplace_back(marks);
  }

  static constexpr size_t kThreadLocalDepth = 4;  // references from the thread to the value

  const HeapGraph& graph_;
  const PathDescription& path_;
  const TraceExtras& extras_;
  std::vector<std::string> lines_;
  std::vector<Link> links_;  // since the object shown last
  std::vector<std::string> notes_;
  size_t remark_ = 0;  // the first remark not taken yet
  size_t next_ = 1;    // position in the RootPath of the first reference not told yet
  ClassId shown_;
};

}  // namespace

std::vector<std::string> TraceLines(const HeapGraph& graph, const PathDescription& path,
                                    const TraceExtras& extras) {
  std::vector<std::string> lines = TraceWriter(graph, path, extras).Write();
  if (lines.size() <= kMostLines) return lines;
  const size_t left_out = lines.size() - (kMostLines - 1);
  const auto middle = lines.begin() + kMostLines / 2;
  *middle = absl::StrCat("  … ", Counted(left_out, "line"), " left out");
  lines.erase(middle + 1, middle + static_cast<std::ptrdiff_t>(left_out));
  return lines;
}

}  // namespace taproot
