// Texts of objects as reports show them: the first 80 characters, with an ellipsis if there are
// more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace taproot {

constexpr size_t kMostCharacters = 80;  // as Java counts: a pair of surrogates is two

// How many characters of a text are shown.
constexpr size_t CharactersShown(size_t length) {
  return length > kMostCharacters ? kMostCharacters - 1 : length;
}

// UTF-8 of what a java.lang.String keeps: a byte a character, or two in the order of this machine.
// A surrogate without its partner becomes U+FFFD.
std::string ShortTextOfLatin1(std::span<const uint8_t> bytes);
std::string ShortTextOfUtf16(std::span<const uint8_t> bytes);

}  // namespace taproot
