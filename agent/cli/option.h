// The options of the subcommands: the keys of the command language, each with what a user must know
// of it, and what concerns the program alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/subcommand.h"

namespace taproot {

enum class OptionKind : uint8_t {
  kValue,     // --top N; the last one counts
  kValues,    // --watch PATTERN, again and again: joined by ';'
  kSwitch,    // --merged, --no-merged
  kOnlyTrue,  // --fail-on-leak
};

struct Option {
  std::string_view name;
  char letter = 0;         // -o; 0: none
  std::string_view value;  // how it is called in help: "FILE"; empty for switches
  std::string_view words;  // what it may be, "text|json"; empty: anything
  std::string_view help;
  OptionKind kind = OptionKind::kValue;
  bool is_key = false;  // of the command language

  bool IsFile() const { return value == "FILE"; }
};

// In the order in which they are told.
std::vector<Option> OptionsOf(const Subcommand& subcommand);

// Keys for which there is another way: operands stand for files, and `reply` is the program's own.
bool IsOperandKey(std::string_view key);

}  // namespace taproot
