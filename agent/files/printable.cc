#include "files/printable.h"

namespace taproot {

std::string Printable(std::string_view text, bool keep_lines) {
  std::string clean;
  clean.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // In UTF-8 the controls from 0x80 to 0x9F begin with 0xC2.
    const bool wide =
        byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (wide) ++i;
    const bool kept = byte == '\t' || (keep_lines && byte == '\n');
    clean += wide || (byte < 0x20 && !kept) || byte == 0x7F ? '?' : text[i];
  }
  return clean;
}

}  // namespace taproot
