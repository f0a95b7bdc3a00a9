#include "query/command.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "query/command_keys.h"
#include "query/format_choice.h"
#include "query/word_list.h"

namespace taproot {
namespace {

constexpr std::pair<std::string_view, Verb> kVerbs[] = {
    {"start", Verb::kStart},         {"watch", Verb::kWatch},
    {"unwatch", Verb::kUnwatch},     {"status", Verb::kStatus},
    {"histogram", Verb::kHistogram}, {"profile", Verb::kProfile},
    {"size", Verb::kSize},           {"leaks", Verb::kLeaks},
    {"paths", Verb::kPaths},         {"dominators", Verb::kDominators},
    {"suspects", Verb::kSuspects},   {"growth", Verb::kGrowth},
    {"threads", Verb::kThreads},     {"waste", Verb::kWaste},
    {"snapshot", Verb::kSnapshot},   {"diff", Verb::kDiff},
    {"dump", Verb::kDump},           {"report", Verb::kReport},
    {"stop", Verb::kStop},           {"cancel", Verb::kCancel},
};

constexpr std::string_view kOptionsKey = "options";
constexpr uintmax_t kMaxOptionsFile = 1 << 20;

std::vector<std::string_view> KeysOf(Verb verb) {
  std::vector<std::string_view> names = {kOptionsKey};
  for (const CommandKey& key : CommandKeys()) {
    if (key.TakenBy(verb)) names.push_back(key.name);
  }
  return names;
}

absl::StatusOr<std::string> ReadOptionsFile(std::string_view path) {
  const std::string name(path);
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(name, error);  // an error for what is no file
  errno = error.value();
  std::ifstream file(name);
  std::ostringstream text;
  if (error || size > kMaxOptionsFile || !file || !(text << file.rdbuf())) {
    const int reason = errno;
    const std::string message = absl::StrCat("cannot read the options file ", path, ": ",
                                             reason != 0 ? std::strerror(reason)
                                             : size == 0 ? "it is empty"
                                                         : "it is too large");
    return reason == EACCES ? absl::PermissionDeniedError(message) : absl::NotFoundError(message);
  }
  std::string options;
  for (std::string_view line : absl::StrSplit(text.str(), '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line.starts_with('#')) continue;
    absl::StrAppend(&options, options.empty() ? "" : ",", line);
  }
  return options;
}

// Puts what options=FILE says in the place of the key.
absl::StatusOr<std::vector<std::string>> SplitWords(std::string_view text) {
  std::vector<std::string> words;
  for (std::string_view word : absl::StrSplit(text, ',')) {
    word = absl::StripAsciiWhitespace(word);
    if (word.empty()) continue;
    if (!absl::ConsumePrefix(&word, absl::StrCat(kOptionsKey, "="))) {
      words.emplace_back(word);
      continue;
    }
    absl::StatusOr<std::string> file = ReadOptionsFile(word);
    if (!file.ok()) return file.status();
    for (std::string_view inner : absl::StrSplit(*file, ',', absl::SkipWhitespace())) {
      inner = absl::StripAsciiWhitespace(inner);
      if (inner.starts_with(absl::StrCat(kOptionsKey, "="))) {
        return absl::InvalidArgumentError("an options file cannot name another options file");
      }
      words.emplace_back(inner);
    }
  }
  return words;
}

absl::Status SetKey(std::string_view word, Command& command) {
  const auto [name, value] =
      std::pair<std::string_view, std::string_view>(absl::StrSplit(word, absl::MaxSplits('=', 1)));
  const auto key = std::ranges::find(CommandKeys(), name, &CommandKey::name);
  const std::string_view verb = VerbName(command.verb);
  if (key == CommandKeys().end() || !key->TakenBy(command.verb)) {
    return absl::InvalidArgumentError(
        UnknownWord(absl::StrCat("option of ", verb), name, KeysOf(command.verb)));
  }
  absl::Status set = key->set(value, command);
  if (set.ok()) return set;
  return absl::InvalidArgumentError(absl::StrCat(name, "=", value, ": ", set.message()));
}

bool IsShort(std::span<const std::string> words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return word == "format=text" || word == "format=prometheus";
  });
}

// Of a verb, before its keys; the words are all of the command.
void SetDefaults(std::span<const std::string> words, Command& command) {
  if (command.verb == Verb::kSuspects) command.render.min_percent = SuspectOptions().min_percent;
  if (command.verb != Verb::kReport) return;
  // A page is searched and sorted; a text is read from top to bottom.
  if (!IsShort(words)) command.render = {.top = 500, .depth = 12, .min_percent = 0.1};
  command.render.bounded = true;
}

// Words that each make sense, and together none.
absl::Status CheckTogether(const Command& command) {
  const std::string& file = command.verb == Verb::kDiff ? command.after : command.file;
  if (!file.empty() && (command.engine != EngineChoice::kAuto || command.threads > 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("capture= and threads= are for a running JVM: nothing is captured of ", file));
  }
  if (command.engine == EngineChoice::kFork && command.identity == IdentityChoice::kTags) {
    return absl::InvalidArgumentError(
        "capture=fork tells objects apart by their addresses: identity=tags goes with "
        "capture=follow");
  }
  if (command.engine == EngineChoice::kFollow && command.threads > 0) {
    return absl::InvalidArgumentError(
        "threads= is for the child of capture=fork: capture=follow has none");
  }
  if (command.render.min_retained > 0 && !command.retained.value_or(true)) {
    return absl::InvalidArgumentError(
        "min-retained= needs retained sizes: not with retained=false");
  }
  return CheckFormat(command);
}

bool IsVerb(std::string_view word) {
  return std::ranges::any_of(kVerbs, [&](const auto& verb) { return verb.first == word; });
}

bool IsKey(std::string_view word) {
  return word == kOptionsKey || std::ranges::any_of(CommandKeys(), [&](const CommandKey& key) {
           return key.name == word;
         });
}

// A first word that is a key of any verb has lost its value and the rest of the command.
absl::Status MissingValue(std::string_view word, Verb verb, bool is_first) {
  const std::vector<std::string_view> keys = KeysOf(verb);
  if (!is_first && std::ranges::find(keys, word) == keys.end()) {
    return absl::InvalidArgumentError(
        UnknownWord(absl::StrCat("option of ", VerbName(verb)), word, keys));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "'", word,
      "' has no value; jcmd cuts options at the first '=' unless they stand in double quotes"
      " of their own: '\"",
      VerbName(verb), ",", word, "=...\"'"));
}

}  // namespace

std::string_view VerbName(Verb verb) {
  for (const auto& [name, candidate] : kVerbs) {
    if (candidate == verb) return name;
  }
  return "";
}

bool WantsRetained(const Command& command, bool has_inputs) {
  return command.retained.value_or(!(command.verb == Verb::kSize && has_inputs));
}

bool WantsContents(const Command& command) {
  return command.contents.value_or(command.verb == Verb::kWaste || command.verb == Verb::kReport);
}

const ReferenceRules& RulesOf(const Command& command) {
  return command.rules ? *command.rules : ReferenceRules::Builtin();
}

absl::StatusOr<Command> ParseCommand(std::string_view text) {
  absl::StatusOr<std::vector<std::string>> words = SplitWords(text);
  if (!words.ok()) return words.status();
  Command command;
  for (size_t i = 0; i < words->size(); ++i) {
    const std::string& word = (*words)[i];
    absl::Status status;
    if (word.find('=') != std::string::npos) {
      status = SetKey(word, command);
    } else if (i == 0 && (IsVerb(word) || !IsKey(word))) {
      status = Choose("verb", word, kVerbs, command.verb);
      SetDefaults(*words, command);
    } else {
      status = MissingValue(word, command.verb, i == 0);
    }
    if (!status.ok()) return status;
  }
  if (absl::Status s = CheckTogether(command); !s.ok()) return s;
  return command;
}

std::string ReplyOf(std::string_view text) {
  std::string reply;
  for (std::string_view word : absl::StrSplit(text, ',')) {
    word = absl::StripAsciiWhitespace(word);
    if (absl::ConsumePrefix(&word, "reply=")) reply = word;
  }
  return reply;
}

}  // namespace taproot
