#include "control/services.h"

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

// What no walk has met may have died since the last collection: then it is garbage, not held.
std::vector<uint64_t> Recheck(const RequestContext& context, const std::vector<uint64_t>& ids) {
  std::vector<uint64_t> gone;
  if (ids.empty() || context.vm_is_ending || !context.registry->ForceCollection().ok() ||
      !context.registry->NoticeDeaths(context.jni).ok()) {
    return gone;
  }
  for (uint64_t id : ids) {
    if (!context.registry->Describe(id)) gone.push_back(id);
  }
  return gone;
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
  return services;
}

ForcedCollections TakeForced(WatchRegistry& registry) {
  const WatchRegistry::Collections forced = registry.TakeForced();
  return {.count = static_cast<uint32_t>(forced.count), .total_ms = forced.total_ms};
}

WatchReply AskRegistry(const RequestContext& context, const WatchQuestion& question) {
  context.registry->Unwatch(context.jni, question.forget);
  WatchReply reply{.gone = Recheck(context, question.recheck)};
  reply.collected = context.registry->Collected();
  reply.forced = TakeForced(*context.registry);
  return reply;
}

}  // namespace taproot
