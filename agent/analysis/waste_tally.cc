#include "analysis/waste_tally.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace taproot {
namespace {

bool IsIn(std::string_view class_name, std::string_view package) {
  return absl::ConsumePrefix(&class_name, package) && !absl::StrContains(class_name, '.');
}

// A class whose fields say nothing of who uses it.
bool IsInnards(std::string_view class_name) {
  constexpr std::string_view kClasses[] = {"java.lang.String", "java.lang.AbstractStringBuilder",
                                           "java.io.ByteArrayOutputStream",
                                           "java.io.CharArrayWriter", "java.io.StringWriter"};
  return std::ranges::find(kClasses, class_name) != std::end(kClasses) ||
         IsIn(class_name, "java.util.") || IsIn(class_name, "java.util.concurrent.") ||
         IsIn(class_name, "java.util.concurrent.atomic.");
}

bool IsMoreUrgent(const WasteSum& a, const WasteSum& b) {
  return std::tie(a.bytes_to_gain, a.objects) > std::tie(b.bytes_to_gain, b.objects);
}

bool IsUrgencyEqual(const WasteSum& a, const WasteSum& b) {
  return std::tie(a.bytes_to_gain, a.objects) == std::tie(b.bytes_to_gain, b.objects);
}

std::vector<WasteByOwner> ByOwner(const PathGroups& groups,
                                  const std::vector<WasteByPath>& by_path) {
  absl::flat_hash_map<std::pair<std::string, std::string>, WasteSum> sums;
  for (const WasteByPath& row : by_path) {
    sums[{OwnerOf(groups, row.group), groups.label(row.group).class_name}] += row.sum;
  }
  std::vector<WasteByOwner> rows;
  for (const auto& [key, sum] : sums) rows.push_back({key.first, key.second, sum});
  std::ranges::sort(rows, [](const WasteByOwner& a, const WasteByOwner& b) {
    if (!IsUrgencyEqual(a.sum, b.sum)) return IsMoreUrgent(a.sum, b.sum);
    return std::tie(a.owner, a.class_name) < std::tie(b.owner, b.class_name);
  });
  return rows;
}

}  // namespace

WasteSum& WasteSum::operator+=(const WasteSum& other) {
  objects += other.objects;
  bytes += other.bytes;
  bytes_to_gain += other.bytes_to_gain;
  return *this;
}

WasteOfKind WasteTally::Result(WasteKind kind) const {
  WasteOfKind result;
  result.kind = kind;
  for (size_t i = 0; i < by_group_.size(); ++i) {
    if (by_group_[i] == WasteSum()) continue;
    result.sum += by_group_[i];
    result.by_path.push_back({GroupId(i), by_group_[i]});
  }
  // Groups of one sum stay in the order of the search.
  std::ranges::stable_sort(result.by_path, IsMoreUrgent, &WasteByPath::sum);
  result.by_owner = ByOwner(groups_, result.by_path);
  return result;
}

std::string OwnerOf(const PathGroups& groups, GroupId group) {
  std::string below;  // steps that no field makes
  for (;; group = groups.row(group).parent) {
    const PathLabel& label = groups.label(group);
    if (!groups.row(group).parent.valid()) return absl::StrCat(label.name, below);
    if (label.name == "[]" || IsInnards(label.owner)) continue;
    if (!label.owner.empty()) return absl::StrCat(label.owner, ".", label.name, below);
    below = absl::StrCat(" ", label.name, below);
  }
}

}  // namespace taproot
