#include "capture/fork/readable_memory.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"

namespace taproot {

ReadableMemory ReadableMemory::OfThisProcess() {
  std::ifstream maps("/proc/self/maps");
  const std::string text{std::istreambuf_iterator<char>(maps), std::istreambuf_iterator<char>()};
  return ReadableMemory(text);
}

// "7f0000000000-7f0000021000 rw-p 00000000 00:00 0", in the order of the addresses.
ReadableMemory::ReadableMemory(std::string_view maps) {
  for (std::string_view line : absl::StrSplit(maps, '\n')) {
    const std::pair<std::string_view, std::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(' ', 1));
    const std::pair<std::string_view, std::string_view> range = absl::StrSplit(parts.first, '-');
    if (!parts.second.starts_with('r')) continue;
    Address begin = 0;
    Address end = 0;
    std::from_chars(range.first.begin(), range.first.end(), begin, 16);
    std::from_chars(range.second.begin(), range.second.end(), end, 16);
    if (begin >= end) continue;
    if (!ranges_.empty() && ranges_.back().end == begin) {
      ranges_.back().end = end;
    } else {
      ranges_.push_back({begin, end});
    }
  }
}

bool ReadableMemory::Contains(Address at, uint64_t bytes) const {
  const auto after = std::ranges::upper_bound(ranges_, at, std::ranges::less(), &Range::begin);
  if (after == ranges_.begin()) return false;
  const Range& range = *std::prev(after);
  return at < range.end && bytes <= range.end - at;
}

}  // namespace taproot
