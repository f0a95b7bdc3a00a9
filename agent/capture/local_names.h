// Names of local variables for the frames that a report will show.
//
// JVMTI tells them only with a capability that can be had at launch alone and costs the compilers
// something. So they are read out of the class files, through the built-in loaders, for the few
// methods where a path begins. A class that was changed when it was loaded is left out: its code
// length, locals or lines differ from the file's.
#pragma once

#include <jni.h>

#include <span>

#include "taproot/heap_graph.h"

namespace taproot {

// Best effort: what cannot be read stays without names, and nothing else changes in the graph.
void AddLocalNames(JavaVM* vm, JNIEnv* jni, std::span<const MethodId> methods, HeapGraph& graph);

}  // namespace taproot
