#include "cli/option.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>

#include "absl/strings/str_join.h"
#include "query/command_keys.h"
#include "query/format_choice.h"

namespace taproot {
namespace {

using enum OptionKind;

// What the keys of the language mean to who types them; a test holds it to the language. The first
// ones are told first.
constexpr Option kKeys[] = {
    {.name = "class", .value = "PATTERN", .help = "the class; * stands for any characters"},
    {.name = "watched", .value = "NAME", .help = "name or number of a watched object"},
    {.name = "watch",
     .value = "PATTERN",
     .help = "watches the instances of these classes; may be given again",
     .kind = kValues},
    {.name = "delay",
     .value = "TIME",
     .help = "an object watched for less is too young to be judged: 500ms, 5s, 2m"},
    {.name = "verify",
     .value = "HOW",
     .words = "gc|graph",
     .help = "what a verdict goes by: forced collections, or the captured graph alone"},
    {.name = "by",
     .value = "WHAT",
     .words = "object|class|package|loader|thread|static",
     .help = "what the tree is made of"},
    {.name = "rounds", .value = "N", .help = "how many looks at the heap"},
    {.name = "every",
     .value = "TIME",
     .help = "the time between two looks: 500ms, 30s, 5m; or gc: one after each collection"},
    {.name = "scenario",
     .value = "STEP",
     .words = "begin|round|report|end",
     .help = "rounds by hand, in place of --rounds and --every"},
    {.name = "shortest", .value = "N", .help = "paths to an object, the shortest first"},
    {.name = "disjoint", .value = "N", .help = "strong paths that share no object"},
    {.name = "cut", .value = "N", .help = "a smallest cut of more references is not looked for"},
    {.name = "strength",
     .value = "HOW",
     .words = "strong|soft|final|weak|phantom",
     .help = "no path may be looser"},
    {.name = "merged", .help = "the paths to all instances, as one tree", .kind = kSwitch},
    {.name = "enter",
     .value = "WHAT",
     .words = "classes|loaders|threads|weak",
     .help = "where a size does not stop; may be given again",
     .kind = kValues},
    {.name = "retained", .help = "retained sizes, which take memory", .kind = kSwitch},
    {.name = "contents", .help = "a look at the contents of arrays", .kind = kSwitch},
    {.name = "rules",
     .value = "FILE",
     .help = "reference rules, which come before the built-in ones"},
    {.name = "top", .value = "N", .help = "how many rows, paths, suspects, threads"},
    {.name = "depth", .value = "N", .help = "levels of a tree"},
    {.name = "min", .value = "PERCENT", .help = "what is lighter is summed up, or no suspect"},
    {.name = "min-retained",
     .value = "BYTES",
     .help = "leaves out what retains less: 4096, 64KiB, 10MB"},
    {.name = "signal", .value = "SIGNAL", .help = "asks for a dump: USR1, WINCH, IO, RTMIN+1"},
    {.name = "dump", .value = "WHEN", .words = "exit", .help = "a dump when the JVM ends"},
    {.name = "log", .value = "FILE", .help = "of the agent, in place of its standard error"},
    {.name = "capture",
     .value = "HOW",
     .words = "auto|follow|fork",
     .help = "what captures the heap"},
    {.name = "threads", .value = "N", .help = "of the forked child; 0: half of the processors"},
    {.name = "identity",
     .value = "HOW",
     .words = "auto|address|tags",
     .help = "how objects are told apart"},
    {.name = "format",
     .letter = 'f',
     .value = "FORMAT",
     .help = "of the answer; else what the name of the output ends with"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .help = "the answer goes there, whole or not at all; %p is the process, %t the time"},
};

constexpr Option kFailOnLeak = {.name = "fail-on-leak",
                                .help = "exits with 1 if a watched object is strongly held",
                                .kind = kOnlyTrue};
constexpr Option kLibrary = {
    .name = "library", .value = "FILE", .help = "the libtaproot.so to load"};
constexpr Option kOnlyPids = {
    .name = "quiet", .letter = 'q', .help = "process ids alone, one a line", .kind = kOnlyTrue};
constexpr Option kPsFormat = {.name = "format",
                              .letter = 'f',
                              .value = "FORMAT",
                              .words = "text|json",
                              .help = "of the answer"};
constexpr Option kColor = {.name = "color",
                           .value = "WHEN",
                           .words = "auto|always|never",
                           .help = "auto: on a terminal, unless NO_COLOR is set"};
constexpr Option kHelp = {
    .name = "help", .letter = 'h', .help = "what you read", .kind = kOnlyTrue};

constexpr std::array<std::string_view, 4> kOperandKeys = {"file", "before", "after", "reply"};
// Of objects that only Java can hand in.
constexpr std::string_view kOfJava = "delta";

// Those in which the verb can be answered: "text|json".
std::string_view FormatWords(Verb verb) {
  static const auto* const all = [] {
    auto* words = new std::map<Verb, std::string>;
    for (const Subcommand& subcommand : Subcommands()) {
      if (!subcommand.verb) continue;
      const Command command{.verb = *subcommand.verb, .merged = true};  // which takes the most
      (*words)[command.verb] =
          absl::StrJoin(FormatsOf(command), "|",
                        [](std::string* out, Format format) { out->append(FormatWord(format)); });
    }
    return words;
  }();
  return all->at(verb);
}

void AddKeys(Verb verb, std::vector<Option>& options) {
  for (Option option : kKeys) {
    const auto key = std::ranges::find(CommandKeys(), option.name, &CommandKey::name);
    if (key == CommandKeys().end() || !key->TakenBy(verb)) continue;
    option.is_key = true;
    if (option.name == "format") option.words = FormatWords(verb);
    options.push_back(option);
  }
}

bool JudgesWatched(Verb verb) {
  return verb == Verb::kLeaks || verb == Verb::kDump || verb == Verb::kReport;
}

}  // namespace

bool IsOperandKey(std::string_view key) {
  return std::ranges::find(kOperandKeys, key) != kOperandKeys.end() || key == kOfJava;
}

std::vector<Option> OptionsOf(const Subcommand& subcommand) {
  std::vector<Option> options;
  if (subcommand.verb) {
    AddKeys(*subcommand.verb, options);
    if (JudgesWatched(*subcommand.verb)) options.push_back(kFailOnLeak);
    options.push_back(kLibrary);
    options.push_back(kColor);
  } else if (subcommand.name == "ps") {
    options = {kOnlyPids, kPsFormat, kColor};
  }
  options.push_back(kHelp);
  return options;
}

}  // namespace taproot
