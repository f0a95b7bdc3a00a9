#include "query/command_keys.h"

#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "query/byte_count.h"
#include "query/format_choice.h"
#include "query/rules_file.h"
#include "query/signal_choice.h"

namespace taproot {
namespace {

constexpr uint32_t Bit(Verb verb) { return 1u << static_cast<uint32_t>(verb); }

template <typename... Verbs>
constexpr uint32_t Bits(Verbs... verbs) {
  return (Bit(verbs) | ...);
}

constexpr uint32_t kAllVerbs = ~0u;
// Verbs that answer from a graph, and so from a file as well.
constexpr uint32_t kAnalysing =
    Bits(Verb::kHistogram, Verb::kProfile, Verb::kSize, Verb::kLeaks, Verb::kPaths,
         Verb::kDominators, Verb::kSuspects, Verb::kThreads, Verb::kWaste, Verb::kReport);
constexpr uint32_t kCapturing = kAnalysing | Bits(Verb::kStart, Verb::kWatch, Verb::kGrowth,
                                                  Verb::kSnapshot, Verb::kDiff, Verb::kDump);
constexpr uint32_t kWithRetained =
    Bits(Verb::kHistogram, Verb::kSize, Verb::kLeaks, Verb::kPaths, Verb::kDump, Verb::kStart);
// What judges watched objects, now or at a dump.
constexpr uint32_t kJudging = Bits(Verb::kStart, Verb::kLeaks, Verb::kDump, Verb::kReport);
constexpr uint32_t kWithRules = kJudging | Bit(Verb::kPaths);
constexpr uint32_t kWithLightRows =
    kJudging | Bits(Verb::kHistogram, Verb::kProfile, Verb::kPaths, Verb::kDominators,
                    Verb::kSuspects, Verb::kGrowth, Verb::kThreads, Verb::kWaste, Verb::kDiff);
constexpr uint32_t kAboutObjects = Bits(Verb::kProfile, Verb::kSize, Verb::kPaths);
constexpr uint32_t kWithSizes = kAboutObjects | kJudging;

absl::Status BadValue(std::string_view value, std::string_view expected) {
  return absl::InvalidArgumentError(absl::StrCat("'", value, "' is not ", expected));
}

absl::Status SetFormat(std::string_view value, Command& command) {
  return Choose("format", value, kFormatWords, command.format.emplace());
}

absl::Status SetMinRetained(std::string_view value, Command& command) {
  const std::optional<uint64_t> bytes = ParseByteCount(value);
  if (!bytes) return BadValue(value, "a number of bytes such as 4096, 64KiB or 10MB");
  command.render.min_retained = *bytes;
  return absl::OkStatus();
}

absl::Status SetIdentity(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, IdentityChoice> kChoices[] = {
      {"auto", IdentityChoice::kAuto},
      {"address", IdentityChoice::kAddress},
      {"tags", IdentityChoice::kTags}};
  return Choose("identity", value, kChoices, command.identity);
}

absl::Status SetEngine(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, EngineChoice> kChoices[] = {
      {"auto", EngineChoice::kAuto},
      {"follow", EngineChoice::kFollow},
      {"fork", EngineChoice::kFork}};
  return Choose("capture", value, kChoices, command.engine);
}

absl::Status SetVerify(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, Verification> kChoices[] = {
      {"gc", Verification::kCollections}, {"graph", Verification::kGraph}};
  return Choose("way to verify", value, kChoices, command.verify);
}

absl::Status SetBool(std::string_view value, bool& flag) {
  constexpr std::pair<std::string_view, bool> kChoices[] = {{"true", true}, {"false", false}};
  return Choose("value", value, kChoices, flag);
}

absl::Status SetStrength(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, Strength> kChoices[] = {{"strong", Strength::kStrong},
                                                                {"soft", Strength::kSoft},
                                                                {"final", Strength::kFinal},
                                                                {"weak", Strength::kWeak},
                                                                {"phantom", Strength::kPhantom}};
  return Choose("strength", value, kChoices, command.strength.emplace());
}

absl::Status SetGrouping(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, DominatorGrouping> kChoices[] = {
      {"object", DominatorGrouping::kObject},   {"class", DominatorGrouping::kClass},
      {"package", DominatorGrouping::kPackage}, {"loader", DominatorGrouping::kLoader},
      {"thread", DominatorGrouping::kThread},   {"static", DominatorGrouping::kStaticField}};
  return Choose("grouping", value, kChoices, command.dominators_by);
}

absl::Status SetCount(std::string_view value, uint32_t& count) {
  if (!absl::SimpleAtoi(value, &count) || count == 0) {
    return BadValue(value, "a whole number above 0");
  }
  return absl::OkStatus();
}

absl::Status SetThreads(std::string_view value, Command& command) {
  if (!absl::SimpleAtoi(value, &command.threads)) return BadValue(value, "a whole number");
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

absl::Status SetTime(std::string_view value, std::optional<int64_t>& milliseconds) {
  constexpr std::pair<std::string_view, int64_t> kUnits[] = {
      {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
  for (const auto& [unit, millis] : kUnits) {
    std::string_view number = value;
    int64_t count = 0;
    if (!absl::ConsumeSuffix(&number, unit) || !absl::SimpleAtoi(number, &count)) continue;
    if (count < 0 || count > std::numeric_limits<int64_t>::max() / millis) break;
    milliseconds = count * millis;
    return absl::OkStatus();
  }
  return BadValue(value, "a time such as 500ms, 5s or 2m");
}

absl::Status SetDelay(std::string_view value, Command& command) {
  return SetTime(value, command.retained_delay_ms);
}

absl::Status SetEvery(std::string_view value, Command& command) {
  command.every_ms.reset();
  if (value == "gc") return absl::OkStatus();
  absl::Status set = SetTime(value, command.every_ms);
  return set.ok() ? set : BadValue(value, "a time such as 30s or 5m, nor `gc`");
}

absl::Status SetScenario(std::string_view value, Command& command) {
  constexpr std::pair<std::string_view, ScenarioStep> kSteps[] = {{"begin", ScenarioStep::kBegin},
                                                                  {"round", ScenarioStep::kRound},
                                                                  {"report", ScenarioStep::kReport},
                                                                  {"end", ScenarioStep::kEnd}};
  return Choose("step of a scenario", value, kSteps, command.scenario.emplace());
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

absl::Status SetRules(std::string_view value, Command& command) {
  absl::StatusOr<std::vector<ReferenceRule>> own = ReadRulesFile(std::string(value));
  if (!own.ok()) return own.status();
  auto rules = std::make_shared<ReferenceRules>(*std::move(own));
  rules->Append(ReferenceRules::Builtin());
  command.rules = std::move(rules);
  return absl::OkStatus();
}

absl::Status SetReply(std::string_view value, Command& command) {
  if (!value.starts_with('/')) return BadValue(value, "the absolute path of a socket");
  command.reply = value;
  return absl::OkStatus();
}

template <std::string Command::*kField>
absl::Status SetText(std::string_view value, Command& command) {
  if (value.empty()) return BadValue(value, "a name");
  command.*kField = value;
  return absl::OkStatus();
}

constexpr CommandKey kKeys[] = {
    {"format", kAllVerbs, &SetFormat},
    {"output", kAllVerbs, &SetText<&Command::output>},
    {"reply", kAllVerbs, &SetReply},
    {"log", Bits(Verb::kStart), &SetText<&Command::log>},
    {"identity", kCapturing, &SetIdentity},
    {"capture", kCapturing, &SetEngine},
    {"threads", kCapturing, &SetThreads},
    {"top", kCapturing,
     [](std::string_view value, Command& c) { return SetCount(value, c.render.top); }},
    {"depth", kCapturing,
     [](std::string_view value, Command& c) { return SetCount(value, c.render.depth); }},
    {"min", kCapturing, &SetMinPercent},
    {"min-retained", kWithLightRows, &SetMinRetained},
    {"delay", kJudging, &SetDelay},
    {"verify", kJudging, &SetVerify},
    {"watch", Bits(Verb::kStart, Verb::kLeaks, Verb::kReport), &SetWatch},
    {"signal", Bits(Verb::kStart), &SetSignal},
    {"dump", Bits(Verb::kStart), &SetDump},
    {"class", kAboutObjects | Bits(Verb::kWatch), &SetText<&Command::class_name>},
    {"watched", kAboutObjects | Bits(Verb::kUnwatch), &SetText<&Command::watched>},
    {"enter", kWithSizes, &SetEnter},
    {"delta", Bits(Verb::kSize),
     [](std::string_view value, Command& c) { return SetBool(value, c.delta); }},
    {"shortest", Bits(Verb::kPaths),
     [](std::string_view value, Command& c) { return SetCount(value, c.shortest); }},
    {"disjoint", Bits(Verb::kPaths),
     [](std::string_view value, Command& c) { return SetCount(value, c.disjoint); }},
    {"cut", Bits(Verb::kPaths),
     [](std::string_view value, Command& c) { return SetCount(value, c.cut); }},
    {"strength", Bits(Verb::kPaths), &SetStrength},
    {"merged", Bits(Verb::kPaths),
     [](std::string_view value, Command& c) { return SetBool(value, c.merged); }},
    {"contents", Bits(Verb::kWaste, Verb::kSnapshot, Verb::kReport),
     [](std::string_view value, Command& c) { return SetBool(value, c.contents.emplace()); }},
    {"by", Bits(Verb::kDominators), &SetGrouping},
    {"retained", kWithRetained,
     [](std::string_view value, Command& c) { return SetBool(value, c.retained.emplace()); }},
    {"rules", kWithRules, &SetRules},
    {"file", kAnalysing, &SetText<&Command::file>},
    {"before", Bits(Verb::kDiff), &SetText<&Command::before>},
    {"after", Bits(Verb::kDiff), &SetText<&Command::after>},
    {"rounds", Bits(Verb::kGrowth),
     [](std::string_view value, Command& c) { return SetCount(value, c.rounds); }},
    {"every", Bits(Verb::kGrowth), &SetEvery},
    {"scenario", Bits(Verb::kGrowth), &SetScenario},
};

}  // namespace

std::span<const CommandKey> CommandKeys() { return kKeys; }

}  // namespace taproot
