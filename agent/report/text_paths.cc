#include <string>

#include "absl/strings/str_cat.h"
#include "report/reference_description.h"
#include "report/text_sections.h"
#include "report/way_words.h"
#include "report/words.h"

namespace taproot {
namespace {

std::string_view HeldHow(const PathToObject& path) {
  if (!path.path) {
    return path.known_alive ? "alive, but no reference that can be seen leads to it"
                            : "not reachable from a GC root";
  }
  switch (path.path->strength) {
    case Strength::kStrong:
      return "strongly reachable";
    case Strength::kSoft:
      return "softly reachable";
    case Strength::kFinal:
      return "waiting for finalization";
    case Strength::kWeak:
      return "weakly reachable";
    case Strength::kPhantom:
      return "reachable by phantom references only";
  }
  return "";
}

void AppendTrace(const TextContext& context, const RootPath& path) {
  for (const std::string& line : TraceLines(context.graph, context.describer.Describe(path))) {
    absl::StrAppend(&context.out, line, "\n");
  }
}

void AppendWays(const TextContext& context, const ObjectWays& ways) {
  const std::string others = OtherWaysSentence(context.graph, context.describer, ways);
  const std::string cut = CutSentence(context.graph, ways);
  if (!cut.empty()) absl::StrAppend(&context.out, others, others.empty() ? "" : "\n", cut, "\n");
  for (size_t i = 0; i < ways.next_shortest.size(); ++i) {
    const RootPath& path = ways.next_shortest[i];
    absl::StrAppend(&context.out, "path ", i + 2, ", ", StrengthWord(path.strength), ", ",
                    Counted(path.steps.size() - 1, "reference"), "\n");
    AppendTrace(context, path);
  }
  if (!ways.complete)
    context.out += "… the search for more paths was given up: it takes too long\n";
}

void AppendPath(const TextContext& context, const PathToObject& path) {
  const std::string name = path.node.valid() ? NodeName(context.graph, path.node) : "object";
  absl::StrAppend(&context.out, "PATH  ", name, "   ", HeldHow(path));
  if (path.path) {
    absl::StrAppend(&context.out, ", ", Counted(path.path->steps.size() - 1, "reference"),
                    " from a GC root");
  }
  context.out += '\n';
  if (path.ignored != nullptr) {
    absl::StrAppend(&context.out, "      held by what the rules ignore: ", path.ignored->sentence,
                    "\n");
  }
  if (!path.path) return;
  AppendTrace(context, *path.path);
  if (path.ways) AppendWays(context, *path.ways);
}

}  // namespace

void AppendPaths(const TextContext& context, std::span<const PathToObject> paths) {
  const size_t shown = std::min<size_t>(paths.size(), context.options.top);
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) context.out += '\n';
    AppendPath(context, paths[i]);
  }
  if (paths.empty()) context.out += "no object to find a path to\n";
  if (shown < paths.size()) {
    absl::StrAppend(&context.out, "\n… ", Grouped(paths.size() - shown), " more\n");
  }
}

}  // namespace taproot
