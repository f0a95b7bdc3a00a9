#include "cli/colors.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cli/folding.h"

namespace taproot {
namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kCyan = "\x1b[36m";
constexpr std::string_view kPlain = "\x1b[0m";

// A word that a line begins with, and its color.
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"LEAK ", kRed},    {"LIBRARY LEAK ", kYellow}, {"IGNORED ", kDim},  {"VM ", kYellow},
    {"SOFT ", kYellow}, {"WEAK ", kYellow},         {"YOUNG ", kCyan},   {"FINALIZER ", kYellow},
    {"GONE ", kGreen},  {"SUSPECT ", kRed},         {"GROWS ", kRed},    {"THREAD ", kBold},
    {"WASTE ", kRed},   {"MERGED PATHS ", kBold},   {"GC root: ", kCyan}};

// The same for a line as a whole.
constexpr std::pair<std::string_view, std::string_view> kLines[] = {
    {"note: ", kDim}, {"    note: ", kDim}, {"captured ", kDim}};

constexpr std::array<std::string_view, 6> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB", "objects"};

std::string Painted(std::string_view color, std::string_view text) {
  return color.empty() || text.empty() ? std::string(text) : absl::StrCat(color, text, kPlain);
}

bool IsNumberPart(char c) { return absl::ascii_isdigit(c) || c == ',' || c == '.'; }

// The bytes of "64.2 KiB" or "17 objects" at the beginning; 0 if there is none.
size_t QuantityAt(std::string_view text) {
  if (text.empty() || !absl::ascii_isdigit(text[0])) return 0;
  const size_t digits =
      static_cast<size_t>(std::ranges::find_if_not(text, IsNumberPart) - text.begin());
  if (digits >= text.size() || text[digits] != ' ') return 0;
  for (std::string_view unit : kUnits) {
    const size_t end = digits + 1 + unit.size();
    const bool fits = text.substr(digits + 1).starts_with(unit) &&
                      (end == text.size() || !absl::ascii_isalnum(text[end]));
    if (fits) return end;
  }
  return 0;
}

std::string WithQuantities(std::string_view text) {
  std::string painted;
  bool in_word = false;  // a number within a name is none
  while (!text.empty()) {
    const size_t quantity = in_word ? 0 : QuantityAt(text);
    if (quantity > 0) absl::StrAppend(&painted, Painted(kBold, text.substr(0, quantity)));
    if (quantity == 0) painted += text[0];
    const char last = text[quantity == 0 ? 0 : quantity - 1];
    in_word = absl::ascii_isalnum(last) || last == '.' || last == ',' || last == '$';
    text.remove_prefix(std::max<size_t>(quantity, 1));
  }
  return painted;
}

}  // namespace

std::string Colors::Paint(std::string_view row, bool continues) {
  if (IsMarkLine(row)) return Painted(kRed, row);
  if (continues) return of_line_.empty() ? WithQuantities(row) : Painted(of_line_, row);
  of_line_ = "";
  for (const auto& [begin, color] : kLines) {
    if (row.starts_with(begin)) return Painted(of_line_ = color, row);
  }
  for (const auto& [word, color] : kWords) {
    if (!row.starts_with(word)) continue;
    return absl::StrCat(Painted(color, word), WithQuantities(row.substr(word.size())));
  }
  return WithQuantities(row);
}

}  // namespace taproot
