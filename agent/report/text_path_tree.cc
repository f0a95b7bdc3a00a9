// By which paths the heap is held:
//
//        59.9 MiB   83.2%     400,123  static field com.acme.Registry.active -> HashMap
//        59.0 MiB   82.0%     400,000    HashMap.table -> Node[]
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/label_words.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
void AppendPathTree(const TextContext& context, const PathTree& tree) {
  absl::StrAppend(&context.out,
                  "by their shortest paths, with all below: ", Counted(tree.objects, "object"),
                  ", ", Bytes(tree.bytes), "\n");
  std::vector<uint32_t> depths;
  uint64_t left_out = tree.groups_without_row;
  uint64_t shown = 0;
  for (const PathTreeRow& row : tree.rows) {
    depths.push_back(row.parent ? depths[*row.parent] + 1 : 0);
    const double percent = PercentOf(row.bytes_with_all_below, tree.bytes);
    if (depths.back() >= context.options.depth || percent < context.options.min_percent ||
        shown == context.options.top) {
      ++left_out;
      continue;
    }
    ++shown;
    absl::StrAppendFormat(&context.out, "%14s %7s %13s  %s%s\n", Bytes(row.bytes_with_all_below),
                          Percent(row.bytes_with_all_below, tree.bytes),
                          Grouped(row.objects_with_all_below),
                          std::string(size_t{2} * depths.back(), ' '), LabelWords(row.label));
  }
  if (left_out > 0) {
    absl::StrAppend(&context.out, "… ", Counted(left_out, "lighter or deeper place"), "\n");
  }
}

}  // namespace taproot
