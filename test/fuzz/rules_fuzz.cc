// Fuzzes the reader of reference rules; `make fuzz` builds and runs it. What is read is used as a
// capture's analysis would: the rules are applied to a graph.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "analysis/rule_index.h"
#include "query/rules_file.h"
#include "support/full_graph.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const taproot::HeapGraph graph = taproot::test::FullGraph();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  absl::StatusOr<std::vector<taproot::ReferenceRule>> rules = taproot::ParseRules(text);
  if (!rules.ok()) {
    if (rules.status().message().empty()) std::abort();
    return 0;
  }
  for (const taproot::ReferenceRule& rule : *rules) {
    if (rule.sentence.empty()) std::abort();
  }
  const taproot::ReferenceRules all(*std::move(rules));
  const taproot::RuleIndex index(graph, all);
  return 0;
}
