#include "cli/pretty_text.h"

#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string Shown(std::string_view text, const Terminal& terminal, size_t chunk) {
  PrettyText pretty(terminal);
  std::string out;
  for (size_t at = 0; at < text.size(); at += chunk) out += pretty.Next(text.substr(at, chunk));
  return out + pretty.Rest();
}

std::string WithoutColors(std::string text) {
  for (size_t begin = text.find('\x1b'); begin != std::string::npos; begin = text.find('\x1b')) {
    text.erase(begin, text.find('m', begin) - begin + 1);
  }
  return text;
}

constexpr std::string_view kReport =
    "note: forced 2 collections\n"
    "\n"
    "LEAK  com.acme.Session \"42\"   strongly reachable\n"
    "      retains 64.2 KiB in 812 objects\n"
    "GC root: static field com.acme.SessionRegistry.active   (loader: app)\n"
    "  ↓ SessionRegistry.active -> ConcurrentHashMap.table[17]\n"
    "    ~~~~~~~~~~~~~~~~~~~~~~    ~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
    "com.acme.Session";

TEST_CASE("Colors change nothing but the colors", "[cli][pretty]") {
  const Terminal terminal{.colors = true};
  for (size_t chunk : {size_t{1}, size_t{7}, kReport.size()}) {
    const std::string shown = Shown(kReport, terminal, chunk);
    CHECK(WithoutColors(shown) == std::string(kReport) + "\n");
    CHECK_THAT(shown, ContainsSubstring("\x1b[1;31mLEAK \x1b[0m"));
    CHECK_THAT(shown, ContainsSubstring("\x1b[36mGC root: \x1b[0m"));
    CHECK_THAT(shown, ContainsSubstring("\x1b[1m64.2 KiB\x1b[0m in \x1b[1m812 objects\x1b[0m"));
    CHECK_THAT(shown, ContainsSubstring("\x1b[1;31m    ~~~"));
  }
}

TEST_CASE("Numbers within names are not painted", "[cli][pretty]") {
  const std::string line = "com.acme.V2 objects, a.B$1 bytes, x1.5 KiB\n";
  CHECK(Shown(line, {.colors = true}, 100) == line);
}

TEST_CASE("A line and its marks are folded together", "[cli][pretty]") {
  const std::string shown = Shown(kReport, {.width = 40}, 9);
  CHECK_THAT(shown, ContainsSubstring("  ↓ SessionRegistry.active ->\n"
                                      "    ~~~~~~~~~~~~~~~~~~~~~~\n"
                                      "      ConcurrentHashMap.table[17]\n"
                                      "      ~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"));
}

TEST_CASE("A terminal gets no commands out of the heap", "[cli][pretty]") {
  const std::string shown = Shown(
      "a\x1b[2Jb\x7f\rc\xC2\x9B"
      "d\té\n",
      {.cleans = true}, 3);
  CHECK(shown == "a?[2Jb??c?d\té\n");
}

TEST_CASE("What continues a note has its color", "[cli][pretty]") {
  const std::string shown = Shown("note: one two three four five six seven eight nine",
                                  {.colors = true, .width = 40}, 99);
  CHECK(shown ==
        "\x1b[2mnote: one two three four five six seven\x1b[0m\n"
        "\x1b[2m    eight nine\x1b[0m\n");
}

}  // namespace
}  // namespace taproot
