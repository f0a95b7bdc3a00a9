#include "report/page_cuts.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"

namespace taproot {
namespace {

// Keeps the marked rows in their order, and says how many went.
size_t Keep(Json& rows, const std::vector<bool>& kept) {
  Json rest = Json::array();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (kept[i]) rest.push_back(std::move(rows[i]));
  }
  const size_t gone = rows.size() - rest.size();
  rows = std::move(rest);
  return gone;
}

// Where each row stands by its weight, the heaviest first; rows of one weight as they come.
std::vector<size_t> RanksByWeight(const std::vector<uint64_t>& weights) {
  std::vector<size_t> order(weights.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater<>(), [&](size_t i) { return weights[i]; });
  std::vector<size_t> ranks(order.size());
  for (size_t i = 0; i < order.size(); ++i) ranks[order[i]] = i;
  return ranks;
}

// Parents stand before their children and weigh as much at least, so that none loses its parent.
std::vector<bool> HeavyHalf(const Json& rows, const char* key) {
  std::vector<uint64_t> weights;
  for (const Json& row : rows) weights.push_back(row[key].get<uint64_t>());
  const std::vector<size_t> ranks = RanksByWeight(weights);
  std::vector<bool> kept(rows.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = ranks[i] < rows.size() / 2;
  return kept;
}

size_t CutDominators(Json& rows) {
  return rows.size() < 2 ? 0 : Keep(rows, HeavyHalf(rows, "retainedBytes"));
}

size_t CutProfile(Json& entries) {
  return entries.size() < 2 ? 0 : Keep(entries, HeavyHalf(entries, "bytes"));
}

// Of rows that name their parents by position.
size_t CutPositioned(Json& rows, const char* weight) {
  if (rows.size() < 2) return 0;
  const std::vector<bool> kept = HeavyHalf(rows, weight);
  std::vector<size_t> position(rows.size());
  size_t next = 0;
  for (size_t i = 0; i < rows.size(); ++i) position[i] = kept[i] ? next++ : next;
  for (Json& row : rows) {
    if (row.contains("parent")) row["parent"] = position[row["parent"].get<size_t>()];
  }
  return Keep(rows, kept);
}

size_t CutMerged(Json& rows) { return CutPositioned(rows, "passing"); }

size_t CutPathTree(Json& rows) { return CutPositioned(rows, "bytesWithAllBelow"); }

// What has grown the most stands first, what has shrunk the most last.
size_t CutMiddle(Json& rows) {
  const size_t quarter = rows.size() / 4;
  if (quarter == 0) return 0;
  std::vector<bool> kept(rows.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = i < quarter || i + quarter >= rows.size();
  return Keep(rows, kept);
}

// The first of each group counts most, for it stands for the group; what is no leak comes last.
std::vector<size_t> RanksOfFindings(const Json& watched) {
  std::map<int64_t, uint64_t> place_in_group;
  for (const Json& group : watched["groups"]) {
    uint64_t place = 0;
    for (const Json& id : group["findings"]) place_in_group[id.get<int64_t>()] = place++;
  }
  std::vector<uint64_t> weights;
  for (const Json& finding : watched["findings"]) {
    const auto at = place_in_group.find(finding["id"].get<int64_t>());
    weights.push_back(at == place_in_group.end() ? 0 : UINT64_MAX - at->second);
  }
  return RanksByWeight(weights);
}

// Paths go first; a finding without its path still stands in the list of all.
size_t CutFindings(Json& watched) {
  Json& findings = watched["findings"];
  if (findings.size() < 2) return 0;
  const std::vector<size_t> ranks = RanksOfFindings(watched);
  const auto with_path =
      std::ranges::count_if(findings, [](const Json& each) { return each.contains("path"); });
  const size_t many = std::max<size_t>(watched["groups"].size(), 50);
  if (static_cast<size_t>(with_path) <= many) {
    std::vector<bool> kept(findings.size());
    for (size_t i = 0; i < kept.size(); ++i) kept[i] = ranks[i] < findings.size() / 2;
    return Keep(findings, kept);
  }
  size_t cut = 0;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (ranks[i] < static_cast<size_t>(with_path) / 2) continue;
    cut += findings[i].erase("path");
    findings[i].erase("ways");
  }
  return cut;
}

constexpr PageCut kCuts[] = {
    {"/watched", "findings or their paths", &CutFindings},
    {"/paths", "paths", &CutLastHalf},
    {"/mergedPaths/rows", "rows of merged paths", &CutMerged},
    {"/pathTree/rows", "rows of the flame graph", &CutPathTree},
    {"/profile/entries", "entries of the profile", &CutProfile},
    {"/histogram/rows", "classes of the histogram", &CutLastHalf},
    {"/dominators/rows", "rows of the dominator tree", &CutDominators},
    {"/suspects/suspects", "suspects", &CutLastHalf},
    {"/growth/growing", "growing places", &CutLastHalf},
    {"/threads/threads", "threads", &CutLastHalf},
    {"/diff/classes/rows", "classes of the comparison", &CutMiddle},
    {"/diff/packages/rows", "packages of the comparison", &CutMiddle},
    {"/diff/paths/rows", "paths of the comparison", &CutMiddle},
};

}  // namespace

std::span<const PageCut> PageCuts() { return kCuts; }

size_t CutLastHalf(Json& rows) {
  if (rows.empty()) return 0;
  std::vector<bool> kept(rows.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = i < rows.size() / 2;
  return Keep(rows, kept);
}

}  // namespace taproot
