#include "files/printable.h"

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("A terminal has nothing to obey in printable text", "[files]") {
  CHECK(Printable("plain text, äöü, \xE2\x86\x93") == "plain text, äöü, \xE2\x86\x93");
  CHECK(Printable("\x1B[31mred\x7F\r") == "?[31mred??");
  CHECK(Printable("\xC2\x9B"
                  "2J \xC2\xA0") == "?2J \xC2\xA0");  // CSI in one character; a hard blank
  CHECK(Printable("\xC2") == "\xC2");
}

TEST_CASE("Tabs stay, and line ends where they are wanted", "[files]") {
  CHECK(Printable("a\tb\nc") == "a\tb?c");
  CHECK(Printable("a\tb\nc", true) == "a\tb\nc");
}

}  // namespace
}  // namespace taproot
