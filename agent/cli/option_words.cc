#include "cli/option_words.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cli/option.h"
#include "query/command_keys.h"

namespace taproot {
namespace {

bool IsNamePart(char c) { return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '/'; }

// The name of the option if the text begins with a key and its equals sign; else empty.
std::string_view KeyAt(std::string_view text) {
  const std::string_view word = text.substr(0, text.find('='));
  if (word.size() == text.size() || IsOperandKey(word)) return "";
  const auto key = std::ranges::find(CommandKeys(), word, &CommandKey::name);
  return key == CommandKeys().end() ? "" : key->name;
}

// What joins the option and what follows the equals sign.
std::string_view Joint(std::string_view after) {
  constexpr std::string_view kEnds = " ,.;:)`";
  if (after.empty() || kEnds.find(after[0]) != std::string_view::npos) return "";
  const bool is_placeholder =
      after.size() > 1 && absl::ascii_isupper(after[0]) && absl::ascii_isupper(after[1]);
  return is_placeholder ? " " : "=";
}

}  // namespace

std::string InOptionWords(std::string_view message) {
  std::string words;
  bool in_name = false;
  while (!message.empty()) {
    const std::string_view key = in_name ? "" : KeyAt(message);
    if (key.empty()) {
      in_name = IsNamePart(message[0]);
      words += message[0];
      message.remove_prefix(1);
      continue;
    }
    message.remove_prefix(key.size() + 1);
    absl::StrAppend(&words, "--", key, Joint(message));
    in_name = true;  // a value is left as it is
  }
  return words;
}

}  // namespace taproot
