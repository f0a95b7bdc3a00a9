#include "cli/option_words.h"

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("Keys in a message become options", "[cli][option]") {
  CHECK(InOptionWords("paths needs class=NAME or watched=NAME") ==
        "paths needs --class NAME or --watched NAME");
  CHECK(InOptionWords("paths takes class= or watched=, not both") ==
        "paths takes --class or --watched, not both");
  CHECK(InOptionWords("identity=tags goes with capture=follow") ==
        "--identity=tags goes with --capture=follow");
  CHECK(InOptionWords("top=x: 'x' is not a number") == "--top=x: 'x' is not a number");
}

TEST_CASE("What only looks like a key is left alone", "[cli][option]") {
  for (const char* text :
       {"", "a word", "desktop=x", "/etc/top=x", "top = x", "file=x", "unknown=x"}) {
    CHECK(InOptionWords(text) == text);
  }
  CHECK(InOptionWords("rules=/tmp/top=5: no") == "--rules=/tmp/top=5: no");
}

}  // namespace
}  // namespace taproot
