#include "capture/modified_utf8.h"

#include <cstdint>
#include <optional>

namespace taproot {
namespace {

// The surrogate whose three bytes stand here: ED A0..BF 80..BF.
std::optional<uint32_t> SurrogateAt(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  if (at + 2 >= text.size() || byte(0) != 0xED || (byte(1) & 0xE0) != 0xA0 ||
      (byte(2) & 0xC0) != 0x80) {
    return std::nullopt;
  }
  return 0xD000u | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
}

constexpr bool IsHigh(uint32_t surrogate) { return surrogate < 0xDC00; }

void AppendFourBytes(uint32_t code, std::string& out) {
  out += static_cast<char>(0xF0 | code >> 18);
  out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
  out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
  out += static_cast<char>(0x80 | (code & 0x3F));
}

}  // namespace

std::string FromModifiedUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i).starts_with("\xC0\x80")) {
      out += '\0';
      i += 2;
      continue;
    }
    const std::optional<uint32_t> first = SurrogateAt(text, i);
    if (!first) {
      out += text[i++];
      continue;
    }
    i += 3;
    const std::optional<uint32_t> second = IsHigh(*first) ? SurrogateAt(text, i) : std::nullopt;
    if (second && !IsHigh(*second)) {
      AppendFourBytes(0x10000 + ((*first & 0x3FF) << 10 | (*second & 0x3FF)), out);
      i += 3;
    } else {
      out += "\xEF\xBF\xBD";
    }
  }
  return out;
}

}  // namespace taproot
