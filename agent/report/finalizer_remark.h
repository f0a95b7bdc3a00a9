// What is to be said of an object that waits for its finalizer.
#pragma once

#include "report/path_remarks.h"
#include "taproot/heap_graph.h"

namespace taproot {

// "waits for the Finalizer thread, which is in com.acme.Connection.finalize(Connection.java:12)";
// where it is is said only while a finalizer runs.
Remark WaitsForFinalizer(const HeapGraph& graph);

}  // namespace taproot
