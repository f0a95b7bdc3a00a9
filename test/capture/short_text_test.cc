#include "capture/short_text.h"

#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace taproot {
namespace {

std::string OfLatin1(std::string_view text) {
  return ShortTextOfLatin1({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

std::string OfUtf16(std::u16string_view text) {
  return ShortTextOfUtf16({reinterpret_cast<const uint8_t*>(text.data()), text.size() * 2});
}

TEST_CASE("Latin-1 becomes UTF-8", "[capture]") {
  CHECK(OfLatin1("").empty());
  CHECK(OfLatin1("session 42") == "session 42");
  CHECK(OfLatin1("caf\xe9 \xa0\xff") == "café \u00a0ÿ");
  CHECK(OfLatin1(std::string_view("a\0b", 3)) == std::string("a\0b", 3));
}

TEST_CASE("UTF-16 becomes UTF-8, pairs of surrogates one character", "[capture]") {
  CHECK(OfUtf16(u"").empty());
  CHECK(OfUtf16(u"Zürich – 東京") == "Zürich – 東京");
  CHECK(OfUtf16(u"\U0001F600!") == "\U0001F600!");
  CHECK(OfUtf16(u"\U0010FFFF") == "\U0010FFFF");
}

TEST_CASE("a surrogate without its partner is replaced", "[capture]") {
  CHECK(OfUtf16(std::u16string{u'a', 0xD83D}) == "a\uFFFD");
  CHECK(OfUtf16(std::u16string{0xDE00, u'b'}) == "\uFFFDb");
  CHECK(OfUtf16(std::u16string{0xD83D, 0xD83D, 0xDE00}) == "\uFFFD\U0001F600");
}

TEST_CASE("a text of 80 characters is whole, a longer one ends in an ellipsis", "[capture]") {
  CHECK(OfLatin1(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(OfLatin1(std::string(81, 'x')) == std::string(79, 'x') + "…");
  CHECK(OfUtf16(std::u16string(80, u'x')) == std::string(80, 'x'));
  CHECK(OfUtf16(std::u16string(81, u'x')) == std::string(79, 'x') + "…");
}

TEST_CASE("a pair of surrogates that the end cuts is replaced", "[capture]") {
  const std::u16string text = std::u16string(78, u'x') + u"\U0001F600\U0001F600";
  CHECK(OfUtf16(text) == std::string(78, 'x') + "\uFFFD…");
}

}  // namespace
}  // namespace taproot
