// The one command language of launch, attach, Java and the command line: `verb,key=value,...`
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "taproot/engine_choice.h"
#include "taproot/identity_choice.h"
#include "taproot/object_walk.h"
#include "taproot/reference_rules.h"
#include "taproot/report.h"

namespace taproot {

enum class Verb : uint8_t {
  kStart,
  kWatch,
  kUnwatch,
  kStatus,
  kHistogram,
  kProfile,
  kSize,
  kLeaks,
  kPaths,
  kDominators,
  kSuspects,
  kGrowth,
  kThreads,
  kWaste,
  kSnapshot,
  kDiff,
  kDump,
  kReport,
  kStop,
  kCancel
};

// Growth around a scenario that the caller runs: begin, then a round after each run.
enum class ScenarioStep : uint8_t { kBegin, kRound, kReport, kEnd };

// What decides whether a watched object is still held: what collections leave alive, or what the
// captured graph shows, without any collection being forced.
enum class Verification : uint8_t { kCollections, kGraph };

inline constexpr int64_t kDefaultRetainedDelayMs = 5000;

struct Command {
  Verb verb = Verb::kStart;
  std::optional<Format> format;
  std::string output;  // a file; %p is the process id, %t the time; empty: none
  std::string reply;   // a socket on which the answer is awaited; see control/reply_session.h
  std::string log;     // a file for the log in place of standard error
  IdentityChoice identity = IdentityChoice::kAuto;
  EngineChoice engine = EngineChoice::kAuto;
  uint32_t threads = 0;  // of the child of a capture by fork; 0: half of the processors
  Verification verify = Verification::kCollections;
  RenderOptions render;
  std::optional<int64_t> retained_delay_ms;  // of `start` where a request does not say
  std::vector<std::string> watch;            // class name patterns
  std::string signal;                        // normalised: "USR1", "RTMIN+3"
  bool dump_at_exit = false;
  std::string class_name;  // a pattern as well
  std::string watched;     // name or number of a watched object
  WalkOptions walk;
  bool delta = false;
  uint32_t shortest = 1;             // paths to an object, the first included
  uint32_t disjoint = 3;             // of those that share no object
  uint32_t cut = 8;                  // references in a smallest cut, at most
  std::optional<Strength> strength;  // the loosest of a path; see AnswerPaths()
  bool merged = false;
  std::optional<bool> contents;  // whether a capture looks at elements; see WantsContents()
  DominatorGrouping dominators_by = DominatorGrouping::kObject;
  std::optional<bool> retained;  // whether retained sizes are wanted; see WantsRetained()
  std::shared_ptr<const ReferenceRules> rules;  // of rules=FILE, the built-in ones after them
  std::string file;                             // a snapshot to ask in place of the live heap
  std::string before;                           // snapshots to compare
  std::string after;                            // empty: the live heap
  uint32_t rounds = 5;
  // How long between rounds of growth; none: from one collection to the next.
  std::optional<int64_t> every_ms = 30'000;
  std::optional<ScenarioStep> scenario;
};

std::string_view VerbName(Verb verb);

// Those of rules=FILE, else the built-in ones.
const ReferenceRules& RulesOf(const Command& command);

// Retained sizes take the whole heap and a dominator tree of it. They are wanted unless the command
// says no; but for the size of objects that the caller handed in only if it says yes.
bool WantsRetained(const Command& command, bool has_inputs);

// Contents of primitive arrays are wanted where waste is looked for, unless the command says no.
bool WantsContents(const Command& command);

// Without a verb it is `start`. InvalidArgument names what is not understood and the nearest right
// word, or what is wrong with rules=FILE; NotFound or PermissionDenied name an options=FILE that
// cannot be read. In it commas and line breaks separate, and lines that begin with # are left out.
absl::StatusOr<Command> ParseCommand(std::string_view text);

// The reply= of a text that may be no command, so that this can be told there; empty if it has
// none. What options=FILE says is not looked at.
std::string ReplyOf(std::string_view text);

}  // namespace taproot
