#include "report/thread_local_value.h"

#include <span>

#include "report/reference_objects.h"

namespace taproot {
namespace {

constexpr std::string_view kMap = "java.lang.ThreadLocal$ThreadLocalMap";
constexpr std::string_view kEntry = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

// Whether a value of a ThreadLocal lies four references below the step `at`.
bool StartsAt(const HeapGraph& graph, std::span<const PathStep> steps, size_t at) {
  auto through = [&](size_t step, std::string_view declaring, std::string_view field) {
    return IsFieldNamed(graph, steps[step - 1].node, steps[step].slot, declaring, field);
  };
  return at + 4 < steps.size() && steps[at + 3].slot.is_element() &&
         (through(at + 1, "java.lang.Thread", "threadLocals") ||
          through(at + 1, "java.lang.Thread", "inheritableThreadLocals")) &&
         through(at + 2, kMap, "table") && through(at + 4, kEntry, "value");
}

}  // namespace

std::optional<ThreadLocalValue> FindThreadLocalValue(const HeapGraph& graph, const RootPath& path) {
  for (size_t at = 0; at + 4 < path.steps.size(); ++at) {
    if (!StartsAt(graph, path.steps, at)) continue;
    const Referent referent = ReferentOf(graph, path.steps[at + 3].node);
    return ThreadLocalValue{at, at + 4, referent.node, referent.cleared};
  }
  return std::nullopt;
}

}  // namespace taproot
