#include "cli/request.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "cli/option.h"
#include "cli/option_words.h"
#include "query/format_choice.h"

namespace taproot {
namespace {

constexpr std::pair<std::string_view, std::string_view> kFormatOfSuffix[] = {
    {".txt", "text"},    {".json", "json"},    {".html", "html"},      {".csv", "csv"},
    {".jsonl", "jsonl"}, {".folded", "flame"}, {".prom", "prometheus"}};

// What a name of an output says of the format; empty if nothing.
std::string_view FormatOfName(std::string_view output) {
  for (const auto& [suffix, format] : kFormatOfSuffix) {
    if (output.ends_with(suffix)) return format;
  }
  return "";
}

// Of `start` it is that of the dumps that the agent writes later.
bool AgentWritesOutput(Verb verb) { return verb == Verb::kStart; }

absl::Status AddWord(std::string_view key, std::string_view value, std::string& text) {
  if (value.find_first_of(",\n\r") != std::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("--", key, " ", value,
                     ": a comma or the end of a line ends a word of the command language"));
  }
  absl::StrAppend(&text, ",", key, "=", value);
  return absl::OkStatus();
}

absl::StatusOr<Request> Understood(Request request) {
  absl::StatusOr<Command> command = ParseCommand(request.text);
  if (!command.ok()) {
    return absl::Status(command.status().code(), InOptionWords(command.status().message()));
  }
  request.command = *std::move(command);
  return request;
}

// A step of a scenario is answered as text where its last answer is a page: no file should be
// called what it is not.
absl::Status CheckAnswer(const Request& request) {
  const Command& command = request.command;
  if (request.output.empty() || !command.format || FormatOf(command) == *command.format) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--format ", FormatWord(*command.format),
                   " is not for the answer of this step, which is ", FormatWord(FormatOf(command)),
                   ": give no --output, or one with --format ", FormatWord(FormatOf(command))));
}

}  // namespace

std::string AbsolutePath(std::string_view path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? std::string(path) : absolute.lexically_normal().string();
}

absl::StatusOr<Request> MakeRequest(const Invocation& invocation) {
  const Verb verb = *invocation.subcommand->verb;
  Request request{.text = std::string(VerbName(verb))};
  for (const Option& option : OptionsOf(*invocation.subcommand)) {
    const std::string* value = invocation.Find(option.name);
    if (value == nullptr || !option.is_key) continue;
    if (option.name == "output" && !AgentWritesOutput(verb)) {
      request.to_standard_output = *value == "-" && verb != Verb::kSnapshot;
      request.output = request.to_standard_output ? "" : *value;
      continue;
    }
    const std::string given = option.IsFile() ? AbsolutePath(*value) : *value;
    if (absl::Status s = AddWord(option.name, given, request.text); !s.ok()) return s;
  }
  request.fail_on_leak = invocation.Find("fail-on-leak") != nullptr;
  const std::string* output = invocation.Find("output");
  const std::string_view format = output == nullptr ? "" : FormatOfName(*output);
  if (!format.empty() && verb != Verb::kSnapshot && invocation.Find("format") == nullptr) {
    absl::StrAppend(&request.text, ",format=", format);
  }
  absl::StatusOr<Request> understood = Understood(std::move(request));
  if (!understood.ok()) return understood;
  if (absl::Status s = CheckAnswer(*understood); !s.ok()) return s;
  return understood;
}

absl::StatusOr<Request> WithKey(Request request, std::string_view key, std::string_view value) {
  if (absl::Status s = AddWord(key, value, request.text); !s.ok()) return s;
  return Understood(std::move(request));
}

}  // namespace taproot
