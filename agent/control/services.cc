#include "control/services.h"

#include <algorithm>
#include <utility>

#include "absl/types/span.h"
#include "analysis/inspectors.h"
#include "capture/local_names.h"
#include "capture/memory_guard.h"
#include "capture/path_details.h"

namespace taproot {
namespace {

void DescribePaths(const RequestContext& context, absl::Span<const RootPath* const> paths,
                   HeapGraph& graph) {
  AddLocalNames(context.vm, context.jni, MethodsOnPaths(graph, paths), graph);
  AddPathDetails(context.vm, context.jni,
                 {.paths = paths,
                  .fields = InspectedFields(),
                  .for_each_watched =
                      [&context](JNIEnv* jni, WatchedVisitor visit) {
                        return context.registry->ForEachWatched(jni, visit);
                      }},
                 graph);
}

bool IsUnreached(const Finding& finding) { return finding.verdict == Verdict::kHeldByVm; }

// What no walk has met may have died since the last collection: then it is garbage, not held.
void RecheckUnreached(const RequestContext& context, std::vector<Finding>& findings) {
  if (std::ranges::none_of(findings, IsUnreached)) return;
  if (!context.registry->ForceCollection().ok() ||
      !context.registry->NoticeDeaths(context.jni).ok()) {
    return;
  }
  std::erase_if(findings, [&](const Finding& finding) {
    return IsUnreached(finding) && !context.registry->Describe(finding.watched.id);
  });
}

void CompleteFindings(const RequestContext& context, std::vector<Finding>& findings,
                      std::vector<std::string>& notes) {
  if (context.vm_is_ending) {
    std::erase_if(findings, IsUnreached);
    notes.emplace_back(
        "no collection is made at the end of the JVM: objects that nothing "
        "reaches are left out");
  } else {
    RecheckUnreached(context, findings);
  }
  for (WatchedObject& gone : context.registry->Collected()) {
    findings.push_back({.watched = std::move(gone), .verdict = Verdict::kCollected});
  }
}

}  // namespace

QueryServices ServicesOf(const RequestContext& context) {
  QueryServices services;
  // At the end of the VM no Java code may run any more.
  if (!context.vm_is_ending) {
    services.describe_paths = [&context](absl::Span<const RootPath* const> paths,
                                         HeapGraph& graph) {
      DescribePaths(context, paths, graph);
    };
    services.name_locals = [&context](absl::Span<const MethodId> methods, HeapGraph& graph) {
      AddLocalNames(context.vm, context.jni, methods, graph);
    };
  }
  services.reserve = &CheckMemory;
  services.complete_findings = [&context](std::vector<Finding>& findings,
                                          std::vector<std::string>& notes) {
    CompleteFindings(context, findings, notes);
  };
  return services;
}

}  // namespace taproot
