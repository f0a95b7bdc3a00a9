#include "cli/folding.h"

#include "support/catch.h"

namespace taproot {
namespace {

using Rows = std::vector<std::string>;

TEST_CASE("A line that fits is left alone", "[cli][folding]") {
  CHECK(Fold("short", "", 10) == Rows{"short"});
  CHECK(Fold("exactly 10", "", 10) == Rows{"exactly 10"});
  CHECK(Fold("", "", 10) == Rows{""});
  CHECK(Fold("of any length", "", 0) == Rows{"of any length"});
}

TEST_CASE("A long line is broken at blanks and goes on further in", "[cli][folding]") {
  CHECK(Fold("  one two three four", "", 14) == Rows{"  one two", "      three", "      four"});
}

TEST_CASE("A word that is too long is broken where it must be", "[cli][folding]") {
  CHECK(Fold("abcdefghijklmnopqrst", "", 10) == Rows{"abcdefghij", "    klmnop", "    qrst"});
}

TEST_CASE("Marks stay under what they mark", "[cli][folding]") {
  const Rows rows = Fold("  A.first -> B.second -> C.third", "  ~~~~~~~    ~~~~~~~~", 16);
  CHECK(rows ==
        Rows{"  A.first ->", "  ~~~~~~~", "      B.second", "      ~~~~~~~~", "      -> C.third"});
}

TEST_CASE("Characters of several bytes take one place and are never cut", "[cli][folding]") {
  CHECK(PlacesOf("↓ é…") == 4);
  CHECK(Fold("↓↓↓↓↓↓↓↓↓↓", "", 10) == Rows{"↓↓↓↓↓↓↓↓↓↓"});
  CHECK(Fold("éééééééééééé", "", 10) == Rows{"éééééééééé", "    éé"});
}

TEST_CASE("Nothing of a line is lost, and no row is too wide", "[cli][folding]") {
  std::string line;
  for (int i = 0; i < 60; ++i) line += std::string(static_cast<size_t>(i % 13), 'x') + " ";
  for (size_t width = 1; width < 60; ++width) {
    size_t letters = 0;
    for (const std::string& row : Fold(line, "", width)) {
      CHECK(PlacesOf(row) <= width);
      letters += static_cast<size_t>(std::count(row.begin(), row.end(), 'x'));
    }
    CHECK(letters == static_cast<size_t>(std::count(line.begin(), line.end(), 'x')));
  }
}

TEST_CASE("A line of marks is told from others", "[cli][folding]") {
  CHECK(IsMarkLine("    ~~~  ~~"));
  for (const char* line : {"", "    ", "a ~~~", "  ↓ ~"}) CHECK_FALSE(IsMarkLine(line));
}

}  // namespace
}  // namespace taproot
