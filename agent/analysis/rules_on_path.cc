#include "analysis/rules_on_path.h"

namespace taproot {
namespace {

template <typename IsWanted>
const ReferenceRule* FirstOn(const RuleIndex& rules, const RootPath& path, IsWanted&& is_wanted) {
  for (size_t i = 0; i < path.steps.size(); ++i) {
    const ReferenceRule* rule =
        i == 0 ? rules.RuleOfRoot(path.root)
               : rules.RuleOfReference(path.steps[i - 1].node, path.steps[i].slot);
    if (rule != nullptr && is_wanted(*rule)) return rule;
  }
  return nullptr;
}

}  // namespace

const ReferenceRule* IgnoredOn(const RuleIndex& rules, const RootPath& path) {
  return FirstOn(rules, path,
                 [](const ReferenceRule& rule) { return rule.effect == RuleEffect::kIgnore; });
}

const ReferenceRule* LibraryLeakOn(const RuleIndex& rules, const RootPath& path) {
  return FirstOn(rules, path, [](const ReferenceRule& rule) { return rule.library_leak; });
}

}  // namespace taproot
