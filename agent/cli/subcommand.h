// The subcommands of `taproot`: those of the command language, and what the program does by itself.
// Parsing, help, completion and the manual page are all made from these rows.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "query/command.h"

namespace taproot {

enum class Operands : uint8_t {
  kNone,
  kProcess,        // TARGET: a running JVM
  kProcessOrFile,  // TARGET: a running JVM, or a snapshot of one
  kTwo,            // BEFORE AFTER: a snapshot, and another or a running JVM
  kShell,          // bash or zsh
};

struct Subcommand {
  std::string_view name;
  std::optional<Verb> verb;  // none: the program itself
  Operands operands = Operands::kNone;
  std::string_view summary;
  std::string_view example;  // after the name
};

std::span<const Subcommand> Subcommands();
const Subcommand* FindSubcommand(std::string_view name);  // null if there is none

std::string_view OperandWords(Operands operands);  // "TARGET"
std::string_view OperandHelp(Operands operands);

}  // namespace taproot
