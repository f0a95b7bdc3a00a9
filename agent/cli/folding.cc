#include "cli/folding.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

constexpr size_t kMoreIndent = 4;

bool BeginsCharacter(char byte) { return (byte & 0xC0) != 0x80; }

// The byte at which the place `places` begins; the end if there are not so many.
size_t ByteAt(std::string_view line, size_t places) {
  size_t at = 0;
  for (size_t seen = 0; at < line.size(); ++at) {
    if (BeginsCharacter(line[at]) && seen++ == places) break;
  }
  return at;
}

// How many bytes of the row stay: to the last blank in its second half, else as many as fit.
size_t BytesThatFit(std::string_view rest, size_t width) {
  const size_t most = ByteAt(rest, width);
  if (most == rest.size()) return most;
  const size_t blank = rest.rfind(' ', most);
  return blank != std::string_view::npos && blank > most / 2 ? blank : most;
}

size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

void AddRow(std::string_view row, std::vector<std::string>& rows) {
  row = absl::StripTrailingAsciiWhitespace(row);
  if (!row.empty()) rows.emplace_back(row);
}

}  // namespace

size_t PlacesOf(std::string_view line) {
  return static_cast<size_t>(std::ranges::count_if(line, BeginsCharacter));
}

bool IsMarkLine(std::string_view line) {
  return line.find('~') != std::string_view::npos &&
         line.find_first_not_of(" ~") == std::string_view::npos;
}

std::vector<std::string> Fold(std::string_view line, std::string_view marks, size_t width) {
  std::vector<std::string> rows;
  if (width == 0 || PlacesOf(line) <= width) {
    rows.emplace_back(line);
    if (!marks.empty()) rows.emplace_back(marks);
    return rows;
  }
  const size_t indent = std::min(IndentOf(line) + kMoreIndent, width / 2);
  std::string blanks;
  while (!line.empty()) {
    const std::string_view part = line.substr(0, BytesThatFit(line, width - blanks.size()));
    const size_t places = PlacesOf(part);
    AddRow(absl::StrCat(blanks, part), rows);
    AddRow(absl::StrCat(blanks, marks.substr(0, places)), rows);
    line.remove_prefix(part.size());
    marks.remove_prefix(std::min(places, marks.size()));
    const size_t skip = IndentOf(line);  // the blank at which it was broken
    line.remove_prefix(skip);
    marks.remove_prefix(std::min(skip, marks.size()));
    blanks.assign(indent, ' ');
  }
  return rows;
}

}  // namespace taproot
