#include "capture/modified_utf8.h"

#include <string>

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("Names in the basic plane stay as they are", "[modified_utf8]") {
  CHECK(FromModifiedUtf8("com.acme.Session") == "com.acme.Session");
  CHECK(FromModifiedUtf8("Gr\xC3\xB6\xC3\x9F"
                         "e \xE2\x82\xAC") ==
        "Gr\xC3\xB6\xC3\x9F"
        "e \xE2\x82\xAC");
  CHECK(FromModifiedUtf8("").empty());
}

TEST_CASE("A pair of surrogates becomes one character", "[modified_utf8]") {
  CHECK(FromModifiedUtf8("a\xED\xA0\xBD\xED\xB8\x80"
                         "b") ==
        "a\xF0\x9F\x98\x80"
        "b");  // U+1F600
}

TEST_CASE("A surrogate without its partner becomes a replacement character", "[modified_utf8]") {
  CHECK(FromModifiedUtf8("\xED\xA0\xBDx") == "\xEF\xBF\xBDx");
  CHECK(FromModifiedUtf8("\xED\xB8\x80") == "\xEF\xBF\xBD");
  CHECK(FromModifiedUtf8("\xED\xB8\x80\xED\xA0\xBD") == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("A NUL in two bytes becomes one", "[modified_utf8]") {
  CHECK(FromModifiedUtf8("a\xC0\x80"
                         "b") == std::string("a\0b", 3));
}

TEST_CASE("Text that ends within a character ends nothing else", "[modified_utf8]") {
  CHECK(FromModifiedUtf8("\xED\xA0") == "\xED\xA0");
  CHECK(FromModifiedUtf8("\xC0") == "\xC0");
}

}  // namespace
}  // namespace taproot
