#include "report/flame_report.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/dominator_words.h"
#include "report/flame_stacks.h"
#include "report/frame_words.h"
#include "report/label_words.h"
#include "report/profile_selection.h"
#include "report/thread_words.h"
#include "report/waste_words.h"
#include "report/words.h"

namespace taproot {
namespace {

void AddMerged(const MergedSection& section, FlameStacks& stacks) {
  OwnValues values(stacks);
  std::vector<size_t> depths;
  for (const MergedPath& row : section.merged.rows) {
    depths.push_back(row.parent ? depths[*row.parent] + 1 : 0);
    values.Add(depths.back(), LabelWords(section.groups.label(row.group)),
               section.retained ? row.retained_bytes : row.passing);
  }
  values.Finish();
}

// Roots that hold too little for a row are a frame together, so that the whole is the whole heap.
void AddPathTree(const PathTree& tree, FlameStacks& stacks) {
  std::vector<size_t> depths;
  uint64_t rest = tree.bytes;
  for (const PathTreeRow& row : tree.rows) {
    depths.push_back(row.parent ? depths[*row.parent] + 1 : 0);
    stacks.Push(depths.back(), LabelWords(row.label));
    stacks.Weigh(row.bytes);
    rest -= row.bytes;
  }
  stacks.Push(0, "what else holds little");
  stacks.Weigh(rest);
}

void AddProfile(const HeapGraph& graph, const ProfileTree& tree, const RenderOptions& options,
                FlameStacks& stacks) {
  OwnValues values(stacks);
  for (const ProfileLine& line : SelectEntries(tree, options).lines) {
    const ProfileEntry& entry = tree.entries[line.entry];
    if (line.left_out > 0 || entry.is_shell) continue;  // then it stays with the object above
    const std::string name =
        entry.node.valid() ? absl::StrCat(" -> ", NodeName(graph, entry.node)) : "";
    values.Add(entry.depth, absl::StrCat(LinkName(graph, tree, line.entry), name), entry.bytes);
  }
  values.Finish();
}

void AddDominators(const HeapGraph& graph, const DominatorReport& report, FlameStacks& stacks) {
  OwnValues values(stacks);
  for (const DominatorRow& row : report.rows) {
    if (row.kind == DominatorRow::Kind::kRest) continue;
    values.Add(row.depth, DominatorText(graph, row), row.retained_bytes);
  }
  values.Finish();
}

void AddGrowth(const GrowthReport& report, FlameStacks& stacks) {
  for (const GrowingGroup& growing : report.growing) {
    for (size_t i = 0; i < growing.path.size(); ++i) stacks.Push(i, LabelWords(growing.path[i]));
    stacks.Weigh(growing.grown_bytes());
  }
}

void AddWaste(const WasteSection& section, FlameStacks& stacks) {
  for (const WasteOfKind& of_kind : section.waste.kinds) {
    stacks.Push(0, WasteName(of_kind.kind));
    for (const WasteByPath& row : of_kind.by_path) {
      const std::vector<PathLabel> path = section.groups.PathTo(row.group);
      for (size_t i = 0; i < path.size(); ++i) stacks.Push(i + 1, LabelWords(path[i]));
      stacks.Weigh(row.sum.bytes_to_gain);
    }
  }
}

// What the locals hold that this frame alone holds. Where one of them holds another the sum is too
// high: then the frame is one.
void AddFrame(const HeapGraph& graph, const ThreadReportFrame& frame, size_t depth,
              FlameStacks& stacks) {
  uint64_t sum = 0;
  for (const ThreadLocalVariable& local : frame.locals) {
    if (local.held_by == HeldBy::kThisFrame) sum += local.retained_bytes;
  }
  if (sum > frame.retained_bytes) {
    stacks.Weigh(frame.retained_bytes);
    return;
  }
  stacks.Weigh(frame.retained_bytes - sum);
  for (const ThreadLocalVariable& local : frame.locals) {
    if (local.held_by != HeldBy::kThisFrame) continue;
    stacks.Push(depth,
                absl::StrCat(LocalName(graph, frame, local), " -> ", NodeName(graph, local.node)));
    stacks.Weigh(local.retained_bytes);
  }
}

void AddThread(const HeapGraph& graph, const ThreadReportEntry& entry, FlameStacks& stacks) {
  const JavaThread& thread = graph.thread(entry.threads[0]);
  const size_t more = entry.threads.size() - 1;
  stacks.Push(0, absl::StrCat("thread ", Quoted(thread.name),
                              more > 0 ? absl::StrCat(" and ", more, " like it") : ""));
  uint64_t of_frames = 0;
  for (const ThreadReportFrame& frame : entry.frames) of_frames += frame.retained_bytes;
  stacks.Weigh(entry.retained_bytes - std::min(entry.retained_bytes, of_frames));
  // The outermost frame first, as stacks are drawn.
  for (size_t i = entry.frames.size(); i-- > 0;) {
    const ThreadReportFrame& frame = entry.frames[i];
    const size_t depth = entry.frames.size() - i;
    stacks.Push(depth, frame.method.valid() ? FrameText(graph.method(frame.method), frame.line)
                                            : "(a method that is gone)");
    AddFrame(graph, frame, depth + 1, stacks);
  }
}

}  // namespace

std::string RenderFlame(const Report& report, const RenderOptions& options) {
  FlameStacks stacks;
  if (report.graph == nullptr) return "";
  const HeapGraph& graph = *report.graph;
  if (report.path_tree) {
    // The other sections of the same report weigh the same bytes.
    AddPathTree(*report.path_tree, stacks);
    return std::move(stacks).Take();
  }
  if (report.merged) AddMerged(*report.merged, stacks);
  if (report.profile) AddProfile(graph, *report.profile, options, stacks);
  if (report.dominators) AddDominators(graph, *report.dominators, stacks);
  if (report.growth) AddGrowth(*report.growth, stacks);
  if (report.waste) AddWaste(*report.waste, stacks);
  if (report.threads) {
    for (const ThreadReportEntry& entry : report.threads->entries) {
      AddThread(graph, entry, stacks);
    }
  }
  return std::move(stacks).Take();
}

}  // namespace taproot
