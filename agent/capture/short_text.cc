#include "capture/short_text.h"

#include <cstring>

namespace taproot {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

constexpr bool IsHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool IsLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void AppendUtf8(uint32_t code, std::string& out) {
  auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

void AppendEllipsis(size_t length, std::string& out) {
  if (CharactersShown(length) < length) out += "…";
}

}  // namespace

std::string ShortTextOfLatin1(std::span<const uint8_t> bytes) {
  std::string out;
  for (uint8_t byte : bytes.first(CharactersShown(bytes.size()))) AppendUtf8(byte, out);
  AppendEllipsis(bytes.size(), out);
  return out;
}

std::string ShortTextOfUtf16(std::span<const uint8_t> bytes) {
  const size_t length = bytes.size() / 2;
  const size_t shown = CharactersShown(length);
  auto unit_at = [&](size_t i) {
    uint16_t unit = 0;
    if (i < shown) std::memcpy(&unit, bytes.data() + i * 2, sizeof unit);
    return uint32_t{unit};
  };
  std::string out;
  for (size_t i = 0; i < shown; ++i) {
    const uint32_t unit = unit_at(i);
    if (IsHighSurrogate(unit) && IsLowSurrogate(unit_at(i + 1))) {
      AppendUtf8(0x10000 + ((unit & 0x3FF) << 10 | (unit_at(i + 1) & 0x3FF)), out);
      ++i;
    } else {
      AppendUtf8(IsHighSurrogate(unit) || IsLowSurrogate(unit) ? kReplacement : unit, out);
    }
  }
  AppendEllipsis(length, out);
  return out;
}

}  // namespace taproot
