// Rows of trees, each with its place in words, so that it can be read alone.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/dominator_words.h"
#include "report/label_words.h"
#include "report/profile_selection.h"
#include "report/records.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::string_view kBetween = " > ";

constexpr std::string_view kDominator[] = {"by",           "depth",         "kind",
                                           "text",         "class",         "count",
                                           "shallowBytes", "retainedBytes", "retainedObjects",
                                           "place"};

constexpr std::string_view kProfileEntry[] = {
    "id",    "parent",      "depth",         "link",           "class", "shell",
    "bytes", "nativeBytes", "percentOfRoot", "referenceCount", "place"};

constexpr std::string_view kMergedPath[] = {"depth",   "owner",  "name",          "class",
                                            "passing", "ending", "retainedBytes", "place"};

constexpr std::string_view kPathGroup[] = {"depth",
                                           "owner",
                                           "name",
                                           "class",
                                           "objects",
                                           "bytes",
                                           "objectsWithAllBelow",
                                           "bytesWithAllBelow",
                                           "place"};

// The texts from the root down to the row that is told.
class Place {
 public:
  std::string At(size_t depth, std::string text) {
    texts_.resize(std::min(texts_.size(), depth));
    texts_.push_back(texts_.empty() ? std::move(text)
                                    : absl::StrCat(texts_.back(), kBetween, text));
    return texts_.back();
  }

 private:
  std::vector<std::string> texts_;
};

void TellDominators(const RecordContext& context, const DominatorReport& report) {
  const HeapGraph& graph = context.graph();
  context.sink.Begin("dominator", kDominator);
  Place place;
  for (const DominatorRow& row : report.rows) {
    std::string text = DominatorText(graph, row);
    std::string where = place.At(row.depth, text);
    context.sink.Add({GroupingWord(report.by), row.depth, DominatorKindWord(row), std::move(text),
                      row.klass.valid() ? Json(graph.java_class(row.klass).name) : Json(),
                      row.count, row.shallow_bytes, row.retained_bytes, row.retained_objects,
                      std::move(where)});
  }
}

void TellProfile(const RecordContext& context, const ProfileTree& tree) {
  const HeapGraph& graph = context.graph();
  context.sink.Begin("profileEntry", kProfileEntry);
  Place place;
  for (const ProfileLine& line : SelectEntries(tree, context.options).lines) {
    if (line.left_out > 0) continue;
    const ProfileEntry& entry = tree.entries[line.entry];
    std::string link = entry.is_shell ? ShellText(graph, entry) : LinkName(graph, tree, line.entry);
    std::string where = place.At(entry.depth, link);
    const bool is_root = entry.parent == ProfileEntry::kNoParent;
    context.sink.Add(
        {line.entry, is_root ? Json() : Json(entry.parent), entry.depth, std::move(link),
         entry.node.valid() ? Json(graph.java_class(entry.node).name) : Json(), entry.is_shell,
         entry.bytes, entry.native_bytes, PercentOf(entry.bytes, tree.entries[0].bytes),
         entry.reference_count, std::move(where)});
  }
}

Json OwnerOf(const PathLabel& label) { return label.owner.empty() ? Json() : Json(label.owner); }

void TellMerged(const RecordContext& context, const MergedSection& section) {
  context.sink.Begin("mergedPath", kMergedPath);
  Place place;
  std::vector<uint32_t> depths;
  for (const MergedPath& row : section.merged.rows) {
    depths.push_back(row.parent ? depths[*row.parent] + 1 : 0);
    const PathLabel& label = section.groups.label(row.group);
    context.sink.Add({depths.back(), OwnerOf(label), label.name, label.class_name, row.passing,
                      row.ending, section.retained ? Json(row.retained_bytes) : Json(),
                      place.At(depths.back(), LabelWords(label))});
  }
}

void TellPathTree(const RecordContext& context, const PathTree& tree) {
  context.sink.Begin("pathGroup", kPathGroup);
  Place place;
  std::vector<uint32_t> depths;
  for (const PathTreeRow& row : tree.rows) {
    depths.push_back(row.parent ? depths[*row.parent] + 1 : 0);
    context.sink.Add({depths.back(), OwnerOf(row.label), row.label.name, row.label.class_name,
                      row.objects, row.bytes, row.objects_with_all_below, row.bytes_with_all_below,
                      place.At(depths.back(), LabelWords(row.label))});
  }
}

}  // namespace

void TellTrees(const RecordContext& context) {
  const Report& report = context.report;
  if (report.merged) TellMerged(context, *report.merged);
  if (report.profile) TellProfile(context, *report.profile);
  if (report.dominators) TellDominators(context, *report.dominators);
  if (report.path_tree) TellPathTree(context, *report.path_tree);
}

}  // namespace taproot
