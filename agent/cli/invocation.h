// What was typed, once it is found to be made of known words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/subcommand.h"

namespace taproot {

enum class ColorChoice : uint8_t { kAuto, kAlways, kNever };

struct Invocation {
  const Subcommand* subcommand = nullptr;  // null: help or version of the program as a whole
  bool help = false;
  bool version = false;
  std::vector<std::string> operands;
  // By the name of the option; those of the command language in the order of its table.
  std::vector<std::pair<std::string, std::string>> options;
  ColorChoice color = ColorChoice::kAuto;

  // Null if it was not given.
  const std::string* Find(std::string_view option) const {
    for (const auto& [name, value] : options) {
      if (name == option) return &value;
    }
    return nullptr;
  }
};

}  // namespace taproot
