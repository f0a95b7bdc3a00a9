#include "report/words.h"

#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace taproot {
namespace {

constexpr uint64_t kKiB = 1024;

bool StartsNestedName(std::string_view name) {
  return !name.empty() && name[0] != '$' && !(name[0] >= '0' && name[0] <= '9');
}

}  // namespace

std::string Grouped(uint64_t number) {
  std::string digits = absl::StrCat(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string Counted(uint64_t count, std::string_view one) {
  return absl::StrCat(Grouped(count), " ", one, count == 1 ? "" : "s");
}

std::string Bytes(uint64_t bytes) {
  if (bytes < kKiB) return Counted(bytes, "byte");
  constexpr std::array<const char*, 5> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  double amount = static_cast<double>(bytes) / kKiB;
  size_t unit = 0;
  for (; amount >= kKiB && unit + 1 < kUnits.size(); ++unit) amount /= kKiB;
  return absl::StrFormat("%.1f %s", amount, kUnits[unit]);
}

std::string BytesExactly(uint64_t bytes) {
  const std::string exact = Counted(bytes, "byte");
  return bytes < kKiB ? exact : absl::StrCat(exact, " (", Bytes(bytes), ")");
}

double PercentOf(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string Percent(uint64_t part, uint64_t whole) {
  return absl::StrFormat("%.1f%%", PercentOf(part, whole));
}

std::string Milliseconds(double milliseconds) {
  if (milliseconds < 10) return absl::StrFormat("%.1f ms", milliseconds);
  if (milliseconds < 10'000) return absl::StrFormat("%.0f ms", milliseconds);
  return absl::StrFormat("%.1f s", milliseconds / 1000);
}

std::string Age(int64_t milliseconds) {
  constexpr int64_t kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute;
  if (milliseconds < kSecond) return absl::StrCat(milliseconds, " ms");
  if (milliseconds < 2 * kMinute) return absl::StrCat(milliseconds / kSecond, " s");
  if (milliseconds < 2 * kHour) return absl::StrCat(milliseconds / kMinute, " min");
  return absl::StrCat(milliseconds / kHour, " h");
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      absl::StrAppend(&quoted, "\\", std::string_view(&c, 1));
    } else if (byte < 0x20 || byte == 0x7f) {
      absl::StrAppendFormat(&quoted, "\\u%04x", byte);
    } else {
      quoted += c;
    }
  }
  return quoted += '"';
}

std::string_view WithoutPackage(std::string_view class_name) {
  return class_name.substr(class_name.rfind('.') + 1);  // npos + 1 is 0
}

std::string_view SimpleName(std::string_view class_name) {
  std::string_view name = WithoutPackage(class_name);
  const size_t dollar = name.rfind('$');
  if (dollar == std::string_view::npos || dollar == 0 || name[dollar - 1] == '$') return name;
  const std::string_view nested = name.substr(dollar + 1);
  return StartsNestedName(nested) ? nested : name;
}

std::string NodeName(const HeapGraph& graph, NodeId node) {
  const ClassId mirrored = graph.mirrored_class(node);
  return mirrored.valid() ? absl::StrCat("class ", graph.java_class(mirrored).name)
                          : graph.java_class(node).name;
}

std::string StopsSentence(const WalkStops& stops) {
  struct Stop {
    uint64_t count;
    std::string_view what;
    std::string_view option;
  };
  const Stop all[] = {{stops.classes, "Class", "classes"},
                      {stops.loaders, "ClassLoader", "loaders"},
                      {stops.threads, "Thread", "threads"},
                      {stops.weak, "weakly held", "weak"}};
  std::vector<std::string> counts;
  std::vector<std::string_view> options;
  for (const Stop& stop : all) {
    if (stop.count == 0) continue;
    const std::string count =
        counts.empty() ? Counted(stop.count, "reference") : Grouped(stop.count);
    counts.push_back(absl::StrCat(count, " to ", stop.what));
    options.push_back(stop.option);
  }
  if (counts.empty()) return "";
  return absl::StrCat("not entered: ", absl::StrJoin(counts, ", "),
                      " objects (enter=", absl::StrJoin(options, ";"), " to enter them)");
}

}  // namespace taproot
