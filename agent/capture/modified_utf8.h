// The JVM's own encoding of names (JVMS 4.4.7), which writes a NUL as two bytes and a character
// beyond the basic plane as two surrogates of three bytes each.
#pragma once

#include <string>
#include <string_view>

namespace taproot {

// Real UTF-8. A surrogate without its partner becomes U+FFFD; other bytes pass as they are.
std::string FromModifiedUtf8(std::string_view text);

}  // namespace taproot
