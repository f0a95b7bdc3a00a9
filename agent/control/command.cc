#include "control/command.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "control/signal_choice.h"
#include "control/word_list.h"

namespace taproot {
namespace {

constexpr std::pair<std::string_view, Verb> kVerbs[] = {
    {"start", Verb::kStart},   {"watch", Verb::kWatch},         {"unwatch", Verb::kUnwatch},
    {"status", Verb::kStatus}, {"histogram", Verb::kHistogram}, {"profile", Verb::kProfile},
    {"size", Verb::kSize},     {"leaks", Verb::kLeaks},         {"paths", Verb::kPaths},
    {"dump", Verb::kDump},
};

constexpr uint32_t Bit(Verb verb) { return 1u << static_cast<uint32_t>(verb); }

template <typename... Verbs>
constexpr uint32_t Bits(Verbs... verbs) {
  return (Bit(verbs) | ...);
}

constexpr uint32_t kAllVerbs = ~0u;
constexpr uint32_t kCapturing = Bits(Verb::kStart, Verb::kWatch, Verb::kHistogram, Verb::kProfile,
                                     Verb::kSize, Verb::kLeaks, Verb::kPaths, Verb::kDump);
constexpr uint32_t kAboutObjects = Bits(Verb::kProfile, Verb::kSize, Verb::kPaths);
constexpr uint32_t kWithSizes = kAboutObjects | Bits(Verb::kStart, Verb::kLeaks, Verb::kDump);

using Setter = absl::Status (*)(std::string_view value, Command& command);

struct Key {
  std::string_view name;
  uint32_t verbs;  // that take it
  Setter set;
};

absl::Status BadValue(std::string_view value, std::string_view expected) {
  return absl::InvalidArgumentError(absl::StrCat("'", value, "' is not ", expected));
}

template <typename Value, size_t kCount>
absl::Status Choose(std::string_view what, std::string_view value,
                    const std::pair<std::string_view, Value> (&choices)[kCount], Value& chosen) {
  std::array<std::string_view, kCount> words;
  for (size_t i = 0; i < kCount; ++i) {
    if (choices[i].first == value) {
      chosen = choices[i].second;
      return absl::OkStatus();
    }
    words[i] = choices[i].first;
  }
  return absl::InvalidArgumentError(UnknownWord(what, value, words));
}

absl::Status SetFormat(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, Format> kFormats[] = {{"text", Format::kText},
                                                              {"json", Format::kJson}};
  return Choose("format", value, kFormats, command.format.emplace());
}

absl::Status SetIdentity(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, IdentityChoice> kChoices[] = {
      {"auto", IdentityChoice::kAuto},
      {"address", IdentityChoice::kAddress},
      {"tags", IdentityChoice::kTags}};
  return Choose("identity", value, kChoices, command.identity);
}

absl::Status SetBool(std::string_view value, bool& flag) {
  constexpr std::pair<std::string_view, bool> kChoices[] = {{"true", true}, {"false", false}};
  return Choose("value", value, kChoices, flag);
}

absl::Status SetCount(std::string_view value, uint32_t& count) {
  if (!absl::SimpleAtoi(value, &count) || count == 0) {
    return BadValue(value, "a whole number above 0");
  }
  return absl::OkStatus();
}

absl::Status SetMinPercent(std::string_view value, Command& command) {
  double percent = 0;
  if (!absl::SimpleAtod(absl::StripSuffix(value, "%"), &percent) || !(percent >= 0) ||
      percent > 100) {
    return BadValue(value, "a part in percent, from 0 to 100");
  }
  command.render.min_percent = percent;
  return absl::OkStatus();
}

absl::Status SetDelay(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, int64_t> kUnits[] = {
      {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
  for (const auto& [unit, millis] : kUnits) {
    std::string_view number = value;
    int64_t count = 0;
    if (!absl::ConsumeSuffix(&number, unit) || !absl::SimpleAtoi(number, &count)) continue;
    if (count < 0 || count > std::numeric_limits<int64_t>::max() / millis) break;
    command.retained_delay_ms = count * millis;
    return absl::OkStatus();
  }
  return BadValue(value, "a time such as 500ms, 5s or 2m");
}

absl::Status SetEnter(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, bool WalkOptions::*> kParts[] = {
      {"classes", &WalkOptions::enter_classes},
      {"loaders", &WalkOptions::enter_loaders},
      {"threads", &WalkOptions::enter_threads},
      {"weak", &WalkOptions::enter_weak}};
  for (std::string_view part : absl::StrSplit(value, ';')) {
    bool WalkOptions::*chosen = nullptr;
    if (absl::Status s = Choose("part", part, kParts, chosen); !s.ok()) return s;
    command.walk.*chosen = true;
  }
  return absl::OkStatus();
}

absl::Status SetWatch(std::string_view value, Command& command) {
  for (std::string_view pattern : absl::StrSplit(value, ';', absl::SkipWhitespace())) {
    command.watch.emplace_back(absl::StripAsciiWhitespace(pattern));
  }
  return command.watch.empty() ? BadValue(value, "a class name pattern") : absl::OkStatus();
}

absl::Status SetDump(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, bool> kChoices[] = {{"exit", true}};
  return Choose("moment to dump at", value, kChoices, command.dump_at_exit);
}

absl::Status SetSignal(std::string_view value, Command& command) {
  absl::StatusOr<SignalChoice> choice = ChooseSignal(value);
  if (!choice.ok()) return choice.status();
  command.signal = choice->name;
  return absl::OkStatus();
}

template <std::string Command::*kField>
absl::Status SetText(std::string_view value, Command& command) {
  if (value.empty()) return BadValue(value, "a name");
  command.*kField = value;
  return absl::OkStatus();
}

constexpr Key kKeys[] = {
    {"format", kAllVerbs, &SetFormat},
    {"output", kAllVerbs, &SetText<&Command::output>},
    {"log", Bits(Verb::kStart), &SetText<&Command::log>},
    {"identity", kCapturing, &SetIdentity},
    {"top", kCapturing,
     [](std::string_view value, Command& c) { return SetCount(value, c.render.top); }},
    {"depth", kCapturing,
     [](std::string_view value, Command& c) { return SetCount(value, c.render.depth); }},
    {"min", kCapturing, &SetMinPercent},
    {"delay", Bits(Verb::kStart, Verb::kLeaks, Verb::kDump), &SetDelay},
    {"watch", Bits(Verb::kStart, Verb::kLeaks), &SetWatch},
    {"signal", Bits(Verb::kStart), &SetSignal},
    {"dump", Bits(Verb::kStart), &SetDump},
    {"class", kAboutObjects | Bits(Verb::kWatch), &SetText<&Command::class_name>},
    {"watched", kAboutObjects | Bits(Verb::kUnwatch), &SetText<&Command::watched>},
    {"enter", kWithSizes, &SetEnter},
    {"delta", Bits(Verb::kSize),
     [](std::string_view value, Command& c) { return SetBool(value, c.delta); }},
};

constexpr std::string_view kOptionsKey = "options";
constexpr uintmax_t kMaxOptionsFile = 1 << 20;

std::vector<std::string_view> KeysOf(Verb verb) {
  std::vector<std::string_view> names = {kOptionsKey};
  for (const Key& key : kKeys) {
    if ((key.verbs & Bit(verb)) != 0) names.push_back(key.name);
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
  const auto* key = std::ranges::find(kKeys, name, &Key::name);
  const std::string_view verb = VerbName(command.verb);
  if (key == std::end(kKeys) || (key->verbs & Bit(command.verb)) == 0) {
    return absl::InvalidArgumentError(
        UnknownWord(absl::StrCat("option of ", verb), name, KeysOf(command.verb)));
  }
  absl::Status set = key->set(value, command);
  if (set.ok()) return set;
  return absl::InvalidArgumentError(absl::StrCat(name, "=", value, ": ", set.message()));
}

bool IsVerb(std::string_view word) {
  return std::ranges::any_of(kVerbs, [&](const auto& verb) { return verb.first == word; });
}

bool IsKey(std::string_view word) {
  return word == kOptionsKey ||
         std::ranges::any_of(kKeys, [&](const Key& key) { return key.name == word; });
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
    } else {
      status = MissingValue(word, command.verb, i == 0);
    }
    if (!status.ok()) return status;
  }
  return command;
}

}  // namespace taproot
