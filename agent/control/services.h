// What a query on the live JVM may ask of it.
#pragma once

#include "control/request.h"
#include "query/query_context.h"

namespace taproot {

// The services refer to the context.
QueryServices ServicesOf(const RequestContext& context);

}  // namespace taproot
