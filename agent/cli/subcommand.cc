#include "cli/subcommand.h"

#include <algorithm>
#include <iterator>

namespace taproot {
namespace {

constexpr Subcommand kSubcommands[] = {
    {"ps", {}, Operands::kNone, "the JVMs of this machine, and whether the agent is in them", ""},
    {"leaks", Verb::kLeaks, Operands::kProcessOrFile,
     "the verdict of every watched object, and what keeps it alive",
     "4711 --watch 'com.acme.*Session' --delay 0s"},
    {"paths", Verb::kPaths, Operands::kProcessOrFile,
     "what holds the instances of a class or a watched object",
     "4711 --class com.acme.Session --shortest 3"},
    {"suspects", Verb::kSuspects, Operands::kProcessOrFile,
     "what alone keeps a large part of the memory, without anything being watched", "4711"},
    {"dominators", Verb::kDominators, Operands::kProcessOrFile,
     "what holds how much, as a tree of fields, classes, threads and objects",
     "4711 --by package --top 10"},
    {"histogram", Verb::kHistogram, Operands::kProcessOrFile,
     "classes by instances, shallow and retained bytes", "shop.jar --top 20 --format csv"},
    {"profile", Verb::kProfile, Operands::kProcessOrFile,
     "which parts make a class's instances or a watched object heavy",
     "4711 --class com.acme.PriceCache --depth 4"},
    {"size", Verb::kSize, Operands::kProcessOrFile,
     "shallow, deep, retained and native bytes of the same", "4711 --class 'com.acme.*Cache'"},
    {"threads", Verb::kThreads, Operands::kProcessOrFile,
     "a thread dump with what each frame and local holds", "4711"},
    {"waste", Verb::kWaste, Operands::kProcessOrFile,
     "duplicate strings, empty collections, boxed numbers: what could be done without", "4711"},
    {"growth", Verb::kGrowth, Operands::kProcess, "what grows from round to round",
     "4711 --rounds 6 --every gc"},
    {"report", Verb::kReport, Operands::kProcessOrFile,
     "all of it from one look at the heap, as a page to open in a browser",
     "4711 --output heap.html"},
    {"snapshot", Verb::kSnapshot, Operands::kProcess,
     "writes the heap to a file, to be asked later and elsewhere", "4711 --output before.taproot"},
    {"diff", Verb::kDiff, Operands::kTwo, "what has changed since a snapshot",
     "before.taproot 4711"},
    {"dump", Verb::kDump, Operands::kProcess, "leaks and histogram in one, as JSON",
     "4711 --output leaks.json"},
    {"start", Verb::kStart, Operands::kProcess,
     "sets the agent up: what is watched from now on, and what asks for a dump",
     "4711 --watch com.acme.Session --signal USR1 --output /var/tmp/leaks-%p-%t.json"},
    {"watch", Verb::kWatch, Operands::kProcess,
     "watches the instances of a class that are alive now", "4711 --class com.acme.Session"},
    {"unwatch", Verb::kUnwatch, Operands::kProcess, "no longer watches an object",
     "4711 --watched 'session 42'"},
    {"status", Verb::kStatus, Operands::kProcess,
     "what is watched, what asks for a dump, and what is being answered", "4711"},
    {"cancel", Verb::kCancel, Operands::kProcess,
     "ends the request that is being answered, and a measurement of growth", "4711"},
    {"stop", Verb::kStop, Operands::kProcess, "ends all watching, and all dumps", "4711"},
    {"completion",
     {},
     Operands::kShell,
     "prints the completion of a shell",
     "bash > ~/.local/share/bash-completion/completions/taproot"},
    {"man", {}, Operands::kNone, "prints the manual page, in troff", "| man -l -"},
};

}  // namespace

std::span<const Subcommand> Subcommands() { return kSubcommands; }

const Subcommand* FindSubcommand(std::string_view name) {
  const auto* found = std::ranges::find(kSubcommands, name, &Subcommand::name);
  return found == std::end(kSubcommands) ? nullptr : found;
}

std::string_view OperandWords(Operands operands) {
  switch (operands) {
    case Operands::kNone:
      return "";
    case Operands::kProcess:
    case Operands::kProcessOrFile:
      return "TARGET";
    case Operands::kTwo:
      return "BEFORE AFTER";
    case Operands::kShell:
      return "bash|zsh";
  }
  return "";
}

std::string_view OperandHelp(Operands operands) {
  switch (operands) {
    case Operands::kNone:
    case Operands::kShell:
      return "";
    case Operands::kProcess:
      return "TARGET is a process id, or a part of the name of a main class or jar that only one "
             "JVM has.";
    case Operands::kProcessOrFile:
      return "TARGET is a process id, a part of the name of a main class or jar that only one JVM "
             "has, or a snapshot file.";
    case Operands::kTwo:
      return "BEFORE is a snapshot file; AFTER is another, or a running JVM: a process id, or a "
             "part of the name of a main class or jar that only one JVM has.";
  }
  return "";
}

}  // namespace taproot
