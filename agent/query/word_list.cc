#include "query/word_list.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace taproot {
namespace {

// A longer word is no slip of the fingers, and there may be many to compare it with.
constexpr size_t kLongestTyped = 200;

// Levenshtein distance, one row at a time.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view NearestWord(std::string_view typed, std::span<const std::string_view> words) {
  std::string_view nearest;
  if (typed.size() > kLongestTyped) return nearest;
  size_t best = std::max<size_t>(typed.size() / 2, 1) + 1;
  for (std::string_view word : words) {
    const size_t longer = std::max(typed.size(), word.size());
    // Each letter more is a change.
    if (longer - std::min(typed.size(), word.size()) >= best) continue;
    if (const size_t distance = EditDistance(typed, word); distance < best) {
      best = distance;
      nearest = word;
    }
  }
  return nearest;
}

std::string UnknownWord(std::string_view what, std::string_view typed,
                        std::span<const std::string_view> words) {
  const std::string_view nearest = NearestWord(typed, words);
  if (!nearest.empty()) {
    return absl::StrCat("unknown ", what, " '", typed, "': did you mean '", nearest, "'?");
  }
  return absl::StrCat("unknown ", what, " '", typed, "': it is one of ",
                      absl::StrJoin(words, ", "));
}

}  // namespace taproot
