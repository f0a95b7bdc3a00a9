#include "taproot/diff.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analysis/path_labels.h"
#include "taproot/histogram.h"
#include "taproot/retained.h"

namespace taproot {
namespace {

// An array belongs to the package of its elements; so "int[]" to none.
std::string_view PackageOf(std::string_view class_name) {
  const size_t dot = class_name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : class_name.substr(0, dot);
}

std::map<std::string, HeapTally> ByPackage(const std::map<std::string, HeapTally>& classes) {
  std::map<std::string, HeapTally> packages;
  for (const auto& [name, tally] : classes) {
    HeapTally& package = packages[std::string(PackageOf(name))];
    package.objects += tally.objects;
    package.bytes += tally.bytes;
  }
  return packages;
}

// Most bytes grown first. Whether a row stands before another must not depend on the capture.
template <typename Row, typename IsBefore>
void SortByGrowth(std::vector<Row>& rows, IsBefore&& is_name_before) {
  std::ranges::sort(rows, [&](const Row& a, const Row& b) {
    if (a.grown_bytes() != b.grown_bytes()) return a.grown_bytes() > b.grown_bytes();
    if (a.grown_objects() != b.grown_objects()) return a.grown_objects() > b.grown_objects();
    return is_name_before(a, b);
  });
}

std::vector<NamedDiff> Compare(const std::map<std::string, HeapTally>& before,
                               const std::map<std::string, HeapTally>& after) {
  std::map<std::string_view, DiffRow> rows;
  for (const auto& [name, tally] : before) rows[name].before = tally;
  for (const auto& [name, tally] : after) rows[name].after = tally;
  std::vector<NamedDiff> changed;
  for (const auto& [name, row] : rows) {
    if (row.change() != Change::kSame) changed.push_back({row, std::string(name)});
  }
  SortByGrowth(changed, [](const NamedDiff& a, const NamedDiff& b) { return a.name < b.name; });
  return changed;
}

struct PathRow : DiffRow {
  DiffRow with_all_below;
  GroupId in_before;
  GroupId in_after;
};

HeapTally OwnOf(const PathGroup& group) {
  return {.objects = group.objects, .bytes = group.shallow_bytes};
}

HeapTally AllOf(const PathGroup& group) {
  return {.objects = group.subtree_objects, .bytes = group.subtree_bytes};
}

// There may be many paths, and few of them differ by their numbers: no text is made of them.
bool IsNameBefore(const PathDiff& a, const PathDiff& b) {
  return std::ranges::lexicographical_compare(
      a.path, b.path, [](const PathLabel& x, const PathLabel& y) {
        return std::tie(x.owner, x.name, x.class_name) < std::tie(y.owner, y.name, y.class_name);
      });
}

std::vector<PathDiff> ComparePaths(const PathGroups& before, const PathGroups& after) {
  absl::flat_hash_map<uint64_t, PathRow> rows;  // by fingerprint
  for (size_t i = 0; i < before.rows().size(); ++i) {
    const PathGroup& group = before.rows()[i];
    PathRow& row = rows[group.fingerprint];
    row.before += OwnOf(group);
    row.with_all_below.before += AllOf(group);
    row.in_before = GroupId(i);
  }
  for (size_t i = 0; i < after.rows().size(); ++i) {
    const PathGroup& group = after.rows()[i];
    PathRow& row = rows[group.fingerprint];
    row.after += OwnOf(group);
    row.with_all_below.after += AllOf(group);
    row.in_after = GroupId(i);
  }
  std::vector<PathDiff> changed;
  for (const auto& [fingerprint, row] : rows) {
    if (row.change() == Change::kSame) continue;
    changed.push_back(
        {row, row.in_after.valid() ? after.PathTo(row.in_after) : before.PathTo(row.in_before),
         row.with_all_below});
  }
  SortByGrowth(changed, IsNameBefore);
  return changed;
}

}  // namespace

std::string_view ToString(Change change) {
  switch (change) {
    case Change::kNew:
      return "new";
    case Change::kGone:
      return "gone";
    case Change::kGrown:
      return "grown";
    case Change::kShrunk:
      return "shrunk";
    case Change::kSame:
      break;
  }
  return "same";
}

Change DiffRow::change() const {
  if (before.objects == 0 && after.objects == 0) return Change::kSame;
  if (before.objects == 0) return Change::kNew;
  if (after.objects == 0) return Change::kGone;
  const int64_t grown = grown_bytes() != 0 ? grown_bytes() : grown_objects();
  if (grown == 0) return Change::kSame;
  return grown > 0 ? Change::kGrown : Change::kShrunk;
}

HeapDigest MakeHeapDigest(const HeapGraph& graph, const DominatorTree* tree, Progress* progress) {
  HeapDigest digest;
  digest.origin.vm = graph.vm();
  digest.origin.captured_at_ms = graph.capture().captured_at_ms;
  digest.has_retained = tree != nullptr;
  const std::vector<RetainedGroup> retained =
      tree == nullptr ? std::vector<RetainedGroup>() : RetainedByClass(graph, *tree);
  for (const HistogramRow& row : MakeHistogram(graph).rows) {
    HeapTally tally{.objects = row.instances, .bytes = row.shallow_bytes};
    if (tree != nullptr) tally.retained = retained[row.java_class.value].retained_bytes;
    digest.classes[ClassLabel(graph.java_class(row.java_class))] += tally;
    digest.origin.total.objects += tally.objects;
    digest.origin.total.bytes += tally.bytes;
  }
  digest.paths = MakePathGroups(graph, {}, progress);
  return digest;
}

HeapDiff CompareHeaps(const HeapDigest& before, const HeapDigest& after) {
  return {.before = before.origin,
          .after = after.origin,
          .has_retained = before.has_retained && after.has_retained,
          .classes = Compare(before.classes, after.classes),
          .packages = Compare(ByPackage(before.classes), ByPackage(after.classes)),
          .paths = ComparePaths(before.paths, after.paths)};
}

std::vector<std::string> RemarksOn(const HeapDiff& diff) {
  std::vector<std::string> remarks;
  const VmInfo& before = diff.before.vm;
  const VmInfo& after = diff.after.vm;
  auto compare = [&](std::string_view what, const auto& mine, const auto& other) {
    if (mine != other)
      remarks.push_back(absl::StrCat(what, ": ", mine, " before, ", other, " after"));
  };
  compare("the snapshots are of different programs", before.main_class, after.main_class);
  compare("the snapshots are of different VMs, whose objects may differ in size", before.version,
          after.version);
  compare("the snapshots are of different processes", before.pid, after.pid);
  if (diff.before.captured_at_ms > diff.after.captured_at_ms) {
    remarks.emplace_back(R"("before" was captured after "after": what grew reads as shrunk)");
  }
  return remarks;
}

}  // namespace taproot
