// What is reachable from an object, in lines of text that do not depend on addresses: to compare a
// captured graph with what JNI reads of the same objects.
//
// Objects are numbered in the order of a breadth-first walk, references in the order of their
// slots. As a walk of WalkOptions{} the digest does not enter classes, loaders and threads, nor
// what only a referent holds; references there are left out.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "taproot/heap_graph.h"

namespace taproot {

std::vector<std::string> DigestOf(const HeapGraph& graph, NodeId start);

// Reads objects one by one, so they must be few and hold still. Runs no code of theirs.
absl::StatusOr<std::vector<std::string>> DigestByJni(jvmtiEnv* jvmti, JNIEnv* jni, jobject start);

}  // namespace taproot
