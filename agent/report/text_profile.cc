// The profile tree in the style of V. Roubtsov's ObjectProfiler:
//
//   104 -> <INPUT> : String[]
//     56 (53.8%) -> <INPUT>[0] : String
//       32 (30.8%) -> String#value : byte[], refcount=2
#include <string>

#include "absl/strings/str_cat.h"
#include "report/profile_selection.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

std::string EntryText(const HeapGraph& graph, const ProfileTree& tree, uint32_t at) {
  const ProfileEntry& entry = tree.entries[at];
  if (entry.is_shell) return ShellText(graph, entry);
  std::string text = absl::StrCat(LinkName(graph, tree, at), " : ");
  if (!entry.node.valid()) {
    absl::StrAppend(&text, Counted(entry.child_count, "object"));
  } else {
    absl::StrAppend(&text, WithoutPackage(graph.java_class(entry.node).name));
  }
  if (entry.reference_count > 1) {
    absl::StrAppend(&text, ", refcount=", Grouped(entry.reference_count));
  }
  return text;
}

std::string Indent(uint32_t depth) { return std::string(size_t{2} * depth, ' '); }

std::string LineText(const HeapGraph& graph, const ProfileTree& tree, const ProfileLine& line) {
  const ProfileEntry& entry = tree.entries[line.entry];
  const std::string percent = Percent(line.bytes, tree.entries[0].bytes);
  if (line.left_out > 0) {
    return absl::StrCat(Indent(entry.depth + 1), "… ", Grouped(line.left_out), " more, ",
                        Counted(line.bytes, "byte"), " (", percent, ")");
  }
  return absl::StrCat(Indent(entry.depth), Grouped(line.bytes),
                      line.entry == 0 ? "" : absl::StrCat(" (", percent, ")"), " -> ",
                      EntryText(graph, tree, line.entry));
}

}  // namespace

void AppendProfile(const TextContext& context, const ProfileTree& tree) {
  const ProfileSelection selection = SelectEntries(tree, context.options);
  for (const ProfileLine& line : selection.lines) {
    absl::StrAppend(&context.out, LineText(context.graph, tree, line), "\n");
  }
  if (selection.deeper) {
    absl::StrAppend(&context.out, "deeper levels are not shown (depth=", selection.depth, ")\n");
  }
  if (!tree.entries.empty() && tree.entries[0].native_bytes > 0) {
    absl::StrAppend(&context.out, "outside of the heap, not part of the above: ",
                    BytesExactly(tree.entries[0].native_bytes), "\n");
  }
  if (const std::string stops = StopsSentence(tree.stops); !stops.empty()) {
    absl::StrAppend(&context.out, stops, "\n");
  }
}

}  // namespace taproot
