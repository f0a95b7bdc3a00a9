// What an analysis on the live JVM may ask of it.
#pragma once

#include "control/child_messages.h"
#include "control/request.h"
#include "query/query_context.h"

namespace taproot {

// Without complete_findings. The services refer to the context.
QueryServices ServicesOf(const RequestContext& context);

// Those since the last call.
ForcedCollections TakeForced(WatchRegistry& registry);

// Carries out what the question asks of the registry. At the end of the VM nothing is rechecked.
WatchReply AskRegistry(const RequestContext& context, const WatchQuestion& question);

}  // namespace taproot
