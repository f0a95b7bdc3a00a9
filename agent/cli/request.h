// The command that an invocation stands for, in the words of the command language.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "cli/invocation.h"
#include "query/command.h"

namespace taproot {

struct Request {
  std::string text;    // "leaks,top=5,format=json": for the agent
  Command command;     // the same, understood
  std::string output;  // the file for the answer, or for the heap; empty: none was named
  bool to_standard_output = false;  // it was asked for
  bool fail_on_leak = false;
};

// Of a verb. File names become absolute, as seen from here: the agent's folder is another. What
// the operands say is not in it yet: see WithKey(). InvalidArgument for what the language refuses.
absl::StatusOr<Request> MakeRequest(const Invocation& invocation);

// With one more key, `key` of CommandKeys(). InvalidArgument if the language refuses it now.
absl::StatusOr<Request> WithKey(Request request, std::string_view key, std::string_view value);

// As seen from the working directory.
std::string AbsolutePath(std::string_view path);

}  // namespace taproot
