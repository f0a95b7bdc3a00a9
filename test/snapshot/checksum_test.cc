#include "snapshot/checksum.h"

#include <string>
#include <string_view>

#include "support/catch.h"

namespace taproot::snapshot {
namespace {

uint64_t Sum(std::string_view text) { return Checksum::Of(std::as_bytes(std::span(text))); }

TEST_CASE("The checksum is XXH64: its published values come out", "[snapshot][checksum]") {
  CHECK(Sum("") == 0xef46db3751d8e999);
  CHECK(Sum("a") == 0xd24ec4f1a98c6e5b);
  CHECK(Sum("abc") == 0x44bc2cf5ad770999);
  CHECK(Sum("Nobody inspects the spammish repetition") == 0xfbcea83c8a378bf1);
}

TEST_CASE("The checksum is the same in whatever pieces the bytes come", "[snapshot][checksum]") {
  std::string text;
  for (int i = 0; i < 150; ++i) text += static_cast<char>(i * 7);
  for (size_t first = 0; first <= text.size(); ++first) {
    for (size_t second : {size_t{0}, size_t{1}, size_t{31}, size_t{32}, size_t{33}}) {
      const auto bytes = std::as_bytes(std::span(text));
      Checksum checksum;
      checksum.Update(bytes.first(first));
      checksum.Update(bytes.subspan(first).first(std::min(second, bytes.size() - first)));
      checksum.Update(bytes.subspan(std::min(first + second, bytes.size())));
      REQUIRE(checksum.value() == Sum(text));
    }
  }
}

TEST_CASE("Every bit counts for the checksum", "[snapshot][checksum]") {
  const std::string text = "forty-five bytes, so that all its steps happen";
  for (size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    REQUIRE(Sum(flipped) != Sum(text));
  }
}

}  // namespace
}  // namespace taproot::snapshot
