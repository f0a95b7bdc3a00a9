#include "query/light_rows.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/words.h"

namespace taproot {
namespace {

class LightRows {
 public:
  LightRows(uint64_t least, Report& report) : least_(least), report_(report) {}

  void LeaveOut() {
    if (report_.histogram && report_.histogram->has_retained) {
      Erase(report_.histogram->rows, "class", "classes",
            [](const HistogramRow& row) { return row.retained_bytes; });
    }
    if (report_.suspects) {
      Erase(report_.suspects->suspects, "suspect", "suspects",
            [](const Suspect& suspect) { return suspect.retained_bytes; });
    }
    if (report_.threads && report_.threads->has_retained) {
      Erase(report_.threads->entries, "entry of threads", "entries of threads",
            [](const ThreadReportEntry& entry) { return entry.retained_bytes; });
    }
    if (report_.growth) {
      Erase(report_.growth->growing, "growing place", "growing places",
            [](const GrowingGroup& group) {
              return group.retained_bytes.value_or(group.bytes.back());
            });
    }
    if (report_.waste) LeaveOutOfWaste(report_.waste->waste);
    if (report_.path_tree) LeaveOutOfPathTree(*report_.path_tree);
    if (report_.diff) LeaveOutOfDiff(*report_.diff);
    if (report_.merged && report_.merged->retained) LeaveOutOfMerged(report_.merged->merged.rows);
  }

 private:
  template <typename Row, typename BytesOf>
  void Erase(std::vector<Row>& rows, std::string_view one, std::string_view many,
             BytesOf&& bytes_of) {
    Note(std::erase_if(rows, [&](const Row& row) { return bytes_of(row) < least_; }), one, many);
  }

  void Note(size_t erased, std::string_view one, std::string_view many) {
    if (erased == 0) return;
    report_.notes.push_back(absl::StrCat("left out by min-retained=: ", Grouped(erased), " ",
                                         erased == 1 ? one : many, " of less than ",
                                         Bytes(least_)));
  }

  void LeaveOutOfWaste(Waste& waste) {
    size_t erased = 0;
    const auto erase = [&](auto& rows, auto&& bytes_of) {
      erased += std::erase_if(rows, [&](const auto& row) { return bytes_of(row) < least_; });
    };
    for (WasteOfKind& of_kind : waste.kinds) {
      // What costs time instead of bytes is weighed by nothing here.
      if (of_kind.sum.bytes_to_gain == 0) continue;
      erase(of_kind.by_owner, [](const WasteByOwner& row) { return row.sum.bytes_to_gain; });
      erase(of_kind.by_path, [](const WasteByPath& row) { return row.sum.bytes_to_gain; });
      erase(of_kind.worst, [](const Duplicates& row) { return row.bytes_to_gain; });
    }
    Note(erased, "row of waste", "rows of waste");
  }

  void LeaveOutOfDiff(HeapDiff& diff) {
    const bool by_retained = diff.has_retained;
    Erase(diff.classes, "class", "classes", [&](const NamedDiff& row) {
      return by_retained ? std::max(row.before.retained, row.after.retained)
                         : std::max(row.before.bytes, row.after.bytes);
    });
    Erase(diff.packages, "package", "packages",
          [](const NamedDiff& row) { return std::max(row.before.bytes, row.after.bytes); });
    Erase(diff.paths, "path", "paths", [](const PathDiff& row) {
      return std::max(row.with_all_below.before.bytes, row.with_all_below.after.bytes);
    });
  }

  // A parent retains no less than its children, so none loses its parent.
  void LeaveOutOfMerged(std::vector<MergedPath>& rows) {
    std::vector<MergedPath> kept;
    std::vector<uint32_t> place(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      MergedPath row = rows[i];
      if (row.retained_bytes < least_) continue;
      if (row.parent) row.parent = place[*row.parent];
      place[i] = static_cast<uint32_t>(kept.size());
      kept.push_back(row);
    }
    Note(rows.size() - kept.size(), "place", "places");
    rows = std::move(kept);
  }

  // What has no row of its own any more counts where it hangs, as for want of rows.
  void LeaveOutOfPathTree(PathTree& tree) {
    std::vector<PathTreeRow> kept;
    std::vector<std::optional<uint32_t>> place(tree.rows.size());
    for (size_t i = 0; i < tree.rows.size(); ++i) {
      PathTreeRow& row = tree.rows[i];
      if (row.parent) place[i] = row.parent = place[*row.parent];
      if (row.bytes_with_all_below >= least_) {
        place[i] = static_cast<uint32_t>(kept.size());
        kept.push_back(std::move(row));
      } else if (row.parent) {
        kept[*row.parent].objects += row.objects;
        kept[*row.parent].bytes += row.bytes;
      }
    }
    tree.groups_without_row += tree.rows.size() - kept.size();
    Note(tree.rows.size() - kept.size(), "path", "paths");
    tree.rows = std::move(kept);
  }

  const uint64_t least_;
  Report& report_;
};

}  // namespace

double MinPercentOf(const RenderOptions& render, uint64_t whole_bytes) {
  if (render.min_retained == 0 || whole_bytes == 0) return render.min_percent;
  const double percent =
      100.0 * static_cast<double>(render.min_retained) / static_cast<double>(whole_bytes);
  return std::max(render.min_percent, percent);
}

void LeaveOutLight(const RenderOptions& render, Report& report) {
  if (render.min_retained > 0) LightRows(render.min_retained, report).LeaveOut();
}

}  // namespace taproot
