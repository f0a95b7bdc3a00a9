#include "report/verdict_words.h"

#include <array>

namespace taproot {
namespace {

struct Words {
  std::string_view heading;
  std::string_view word;
  std::string_view explanation;
};

constexpr std::array<Words, 8> kWords = {{
    {"LEAK", "strongly-reachable", ""},
    {"SOFT", "softly-reachable", "no leak: freed when memory runs short"},
    {"FINALIZER", "waiting-for-finalization", "freed once its finalizer has run"},
    {"WEAK", "weakly-reachable", "no leak: freed by a later collection"},
    {"VM", "held-by-vm",
     "alive, though no reference that can be seen leads to it: a call site, a resolved constant "
     "or the like holds it"},
    {"GONE", "collected", ""},
    {"YOUNG", "too-young", "no verdict yet: watched for less than the retained delay"},
    {"DEBUG", "under-debugger", "no verdict: a debugger is attached and may hold it"},
}};

const Words& WordsOf(Verdict verdict) { return kWords[static_cast<size_t>(verdict)]; }

}  // namespace

std::string_view FindingHeading(const Finding& finding) {
  if (finding.ignored != nullptr) return "IGNORED";
  if (finding.is_leak() && finding.library_leak != nullptr) return "LIBRARY LEAK";
  return WordsOf(finding.verdict).heading;
}

std::string_view VerdictWord(Verdict verdict) { return WordsOf(verdict).word; }
std::string_view VerdictExplanation(Verdict verdict) { return WordsOf(verdict).explanation; }

std::string_view StatusWord(ObjectStatus status) {
  switch (status) {
    case ObjectStatus::kUnknown:
      return "unknown";
    case ObjectStatus::kNotLeaking:
      return "not-leaking";
    case ObjectStatus::kLeaking:
      return "leaking";
  }
  return "unknown";
}

}  // namespace taproot
