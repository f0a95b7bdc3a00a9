// Names of local variables for the frames that a report will show.
//
// JVMTI tells them only with a capability that can be had at launch alone and costs the compilers
// something. So they are read out of the class files, through the built-in loaders, for the methods
// of these frames. A class that was changed when it was loaded is left out: its code length, locals
// or lines differ from the file's.
#pragma once

#include <jni.h>

#include <span>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/root_paths.h"

namespace taproot {

// Methods in whose frames one of these paths begins, or passes through a local; each once.
std::vector<MethodId> MethodsOnPaths(const HeapGraph& graph,
                                     std::span<const RootPath* const> paths);

// Passes over the loaded classes once, reads each class file once, and gives up after some seconds.
// Best effort: what cannot be read stays without names, and nothing else changes in the graph.
void AddLocalNames(JavaVM* vm, JNIEnv* jni, std::span<const MethodId> methods, HeapGraph& graph);

}  // namespace taproot
