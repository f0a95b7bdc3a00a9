#include "taproot/growth.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace taproot {
namespace {

constexpr uint32_t kNoTop = Id<void>::kNone;

double PerSecond(uint64_t amount, const std::vector<GrowthRound>& rounds) {
  const int64_t ms = rounds.back().when_ms - rounds.front().when_ms;
  return ms <= 0 ? 0 : static_cast<double>(amount) * 1000 / static_cast<double>(ms);
}

// For each growing group the topmost one above it, or itself; kNoTop for the others.
std::vector<uint32_t> TopmostGrowing(const PathGroups& groups, const std::vector<bool>& grows) {
  const std::vector<PathGroup>& rows = groups.rows();
  std::vector<uint32_t> above(rows.size(), kNoTop);  // the same for all groups
  std::vector<uint32_t> top(rows.size(), kNoTop);
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (rows[i].parent.valid()) above[i] = above[rows[i].parent.value];
    if (!grows[i]) continue;
    if (above[i] == kNoTop) above[i] = i;
    top[i] = above[i];
  }
  return top;
}

// By group: what its objects dominate, those that one of the group dominates not once more.
std::vector<uint64_t> RetainedByGroup(const DominatorTree& tree, const PathGroups& groups,
                                      Progress* progress) {
  std::vector<uint64_t> retained(groups.rows().size());
  std::vector<size_t> end(retained.size());  // in preorder, of the latest member's subtree
  const std::span<const DominatorId> order = tree.preorder();
  Stride stride(progress, "weighing what grows", order.size());
  for (size_t i = 0; i < order.size() && stride.Step(); ++i) {
    if (!tree.is_object(order[i])) continue;
    const GroupId group = groups.group_of(tree.object(order[i]));
    if (!group.valid() || i < end[group.value]) continue;
    retained[group.value] += tree.retained_bytes(order[i]);
    end[group.value] = i + tree.Subtree(order[i]).size();
  }
  return retained;
}

// Sums up by class what grows below each topmost group.
class Companions {
 public:
  void Add(uint32_t top, const std::string& class_name, uint64_t grown_objects,
           const PathGroup& row) {
    Amount& amount = by_top_[top][class_name];
    amount.objects += grown_objects;
    amount.bytes += grown_objects * (row.shallow_bytes / std::max<uint64_t>(row.objects, 1));
  }

  std::vector<GrowingClass> Of(uint32_t top) const {
    std::vector<std::pair<Amount, std::string>> found;
    if (const auto at = by_top_.find(top); at != by_top_.end()) {
      for (const auto& [name, amount] : at->second) found.emplace_back(amount, name);
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) {
      return std::tie(b.first.bytes, b.first.objects, a.second) <
             std::tie(a.first.bytes, a.first.objects, b.second);
    });
    std::vector<GrowingClass> classes;
    classes.reserve(found.size());
    for (auto& [amount, name] : found) classes.push_back({std::move(name), amount.objects});
    return classes;
  }

 private:
  struct Amount {
    uint64_t objects = 0;
    uint64_t bytes = 0;
  };
  absl::flat_hash_map<uint32_t, absl::flat_hash_map<std::string, Amount>> by_top_;
};

std::optional<int64_t> MsToLimit(const GrowthReport& report) {
  if (report.bytes_per_second <= 0 || report.heap_max == 0) return std::nullopt;
  const uint64_t live = report.rounds.back().bytes;
  if (live >= report.heap_max) return 0;
  const double seconds = static_cast<double>(report.heap_max - live) / report.bytes_per_second;
  constexpr double kLongest = 1e9;  // thirty years: nothing that anybody waits for
  if (seconds > kLongest) return std::nullopt;
  return static_cast<int64_t>(seconds * 1000);
}

}  // namespace

void GrowthDetector::Round(const HeapGraph& graph, int64_t when_ms, Progress* progress) {
  const RoundDigest digest = Look(graph, when_ms, progress);
  if (progress == nullptr || !progress->cancelled()) Add(digest);
}

bool GrowthDetector::Grows(uint64_t fingerprint, uint64_t objects) const {
  if (rounds_.empty()) return true;
  const auto before = tracks_.find(fingerprint);
  // What was not there in the first round had no object in it.
  if (before == tracks_.end()) return rounds_.size() == 1 && objects >= options_.min_objects;
  return objects >= before->second.objects.back() + options_.min_objects;
}

RoundDigest GrowthDetector::Look(const HeapGraph& graph, int64_t when_ms,
                                 Progress* progress) const {
  const PathGroups groups = MakePathGroups(graph, options_.groups, progress);
  RoundDigest digest{
      .when_ms = when_ms, .objects = groups.objects(), .bytes = groups.shallow_bytes()};
  for (const PathGroup& row : groups.rows()) {
    if (Grows(row.fingerprint, row.objects)) {
      digest.groups.push_back({row.fingerprint, row.objects, row.subtree_bytes});
    }
  }
  return digest;
}

void GrowthDetector::Add(const RoundDigest& digest) {
  absl::flat_hash_map<uint64_t, Track> tracks;
  for (const RoundDigest::Group& group : digest.groups) {
    const auto before = tracks_.find(group.fingerprint);
    Track track;
    if (before != tracks_.end()) track = std::move(before->second);
    // Left are: new in the second round; one fingerprint twice, of which the first counts.
    track.objects.resize(rounds_.size());
    track.bytes.resize(rounds_.size());
    track.objects.push_back(group.objects);
    track.bytes.push_back(group.bytes);
    tracks.try_emplace(group.fingerprint, std::move(track));
  }
  tracks_ = std::move(tracks);
  rounds_.push_back({.when_ms = digest.when_ms,
                     .objects = digest.objects,
                     .bytes = digest.bytes,
                     .growing_groups = tracks_.size()});
}

GrowthReport GrowthDetector::Report(const HeapGraph& last, const DominatorTree* dominators,
                                    Progress* progress) const {
  GrowthReport report{.rounds = rounds_};
  if (finished() || rounds_.size() < 2) return report;
  const PathGroups groups = MakePathGroups(last, options_.groups, progress);
  const std::vector<PathGroup>& rows = groups.rows();
  report.groups = rows.size();
  report.objects_without_group = groups.objects_without_group();
  report.heap_max = static_cast<uint64_t>(std::max<int64_t>(last.vm().heap_max, 0));
  std::vector<bool> grows(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) grows[i] = tracks_.contains(rows[i].fingerprint);
  const std::vector<uint32_t> top = TopmostGrowing(groups, grows);
  const std::vector<uint64_t> retained = dominators == nullptr
                                             ? std::vector<uint64_t>()
                                             : RetainedByGroup(*dominators, groups, progress);

  Companions companions;
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (!grows[i] || top[i] == i) continue;
    const Track& track = tracks_.at(rows[i].fingerprint);
    companions.Add(top[i], groups.label(GroupId(i)).class_name,
                   track.objects.back() - track.objects.front(), rows[i]);
  }
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (top[i] != i) continue;
    const Track& track = tracks_.at(rows[i].fingerprint);
    GrowingGroup growing{.fingerprint = rows[i].fingerprint,
                         .path = groups.PathTo(GroupId(i)),
                         .objects = track.objects,
                         .bytes = track.bytes,
                         .with = companions.Of(i),
                         .example = rows[i].first};
    if (dominators != nullptr) growing.retained_bytes = retained[i];
    growing.objects_per_second = PerSecond(growing.grown_objects(), rounds_);
    growing.bytes_per_second = PerSecond(growing.grown_bytes(), rounds_);
    report.bytes_per_second += growing.bytes_per_second;
    report.growing.push_back(std::move(growing));
  }
  std::ranges::sort(report.growing, [](const GrowingGroup& a, const GrowingGroup& b) {
    return std::tuple(b.grown_bytes(), b.grown_objects(), a.fingerprint) <
           std::tuple(a.grown_bytes(), a.grown_objects(), b.fingerprint);
  });
  report.ms_to_limit = MsToLimit(report);
  return report;
}

}  // namespace taproot
