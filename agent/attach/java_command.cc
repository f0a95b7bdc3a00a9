#include "attach/java_command.h"

#include <algorithm>
#include <array>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace taproot {
namespace {

// Options of the launcher whose value is a word of its own.
constexpr std::array<std::string_view, 14> kWithValue = {"-cp",           "-classpath",
                                                         "--class-path",  "-p",
                                                         "--module-path", "--upgrade-module-path",
                                                         "--add-modules", "--limit-modules",
                                                         "--add-reads",   "--add-exports",
                                                         "--add-opens",   "--patch-module",
                                                         "--source",      "--enable-native-access"};

bool IsOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

uint64_t UnitOf(char letter) {
  switch (absl::ascii_tolower(static_cast<unsigned char>(letter))) {
    case 'k':
      return uint64_t{1} << 10;
    case 'm':
      return uint64_t{1} << 20;
    case 'g':
      return uint64_t{1} << 30;
    case 't':
      return uint64_t{1} << 40;
    default:
      return 0;
  }
}

std::optional<uint64_t> ParseBytes(std::string_view text) {
  uint64_t unit = 1;
  if (!text.empty() && UnitOf(text.back()) != 0) {
    unit = UnitOf(text.back());
    text.remove_suffix(1);
  }
  uint64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || number == 0) return std::nullopt;
  if (number > std::numeric_limits<uint64_t>::max() / unit) return std::nullopt;
  return number * unit;
}

}  // namespace

JavaCommand ParseJavaCommand(std::span<const std::string> words) {
  JavaCommand command;
  size_t i = 1;
  for (; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (IsOneOf(word, {"-jar", "-m", "--module"})) {
      ++i;
      break;
    }
    if (absl::StartsWith(word, "--module=")) break;
    if (!word.starts_with('-') && !word.starts_with('@')) break;
    absl::StrAppend(&command.vm_arguments, command.vm_arguments.empty() ? "" : " ", word);
    if (std::ranges::find(kWithValue, word) == kWithValue.end() || i + 1 >= words.size()) continue;
    absl::StrAppend(&command.vm_arguments, " ", words[++i]);
  }
  if (i >= words.size()) return command;
  command.main_class = absl::StripPrefix(words[i], "--module=");
  command.arguments = absl::StrJoin(words.subspan(i + 1), " ");
  return command;
}

std::optional<uint64_t> MaxHeapOf(std::string_view vm_arguments) {
  std::optional<uint64_t> bytes;
  for (std::string_view word : absl::StrSplit(vm_arguments, ' ')) {
    if (!absl::ConsumePrefix(&word, "-Xmx") && !absl::ConsumePrefix(&word, "-XX:MaxHeapSize=")) {
      continue;
    }
    bytes = ParseBytes(word);
  }
  return bytes;
}

std::string CollectorOf(std::string_view vm_arguments) {
  for (std::string_view word : absl::StrSplit(vm_arguments, ' ')) {
    if (!absl::ConsumePrefix(&word, "-XX:+Use") || !absl::ConsumeSuffix(&word, "GC")) continue;
    if (IsOneOf(word, {"G1", "Serial", "Parallel", "Shenandoah", "Epsilon"})) {
      return std::string(word);
    }
    if (word == "Z") return "ZGC";
  }
  return "";
}

int FeatureOfVersion(std::string_view version) {
  absl::ConsumePrefix(&version, "1.");
  const size_t end = version.find_first_not_of("0123456789");
  int feature = 0;
  if (!absl::SimpleAtoi(version.substr(0, end), &feature)) return 0;
  return feature;
}

}  // namespace taproot
