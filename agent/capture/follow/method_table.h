// The methods that a capture mentions: looked up while their classes are most likely still held,
// and given to the graph.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

class MethodTable {
 public:
  MethodTable(jvmtiEnv* jvmti, JNIEnv* jni) : jvmti_(jvmti), jni_(jni) {}

  // None for null, and where the frame has returned and its class was unloaded since.
  MethodId Find(jmethodID method);
  // The source line; -1 if unknown.
  int32_t LineOf(jmethodID method, jlocation bci);
  // Whether it is a method of the library that applications call us by.
  bool IsOurs(MethodId method) const;

  // The ids that were given out are those of the graph. Ends the table's use.
  void MoveTo(HeapGraphBuilder& builder);

 private:
  int32_t ReadLine(jmethodID method, jlocation bci);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  std::vector<JavaMethod> methods_;
  absl::flat_hash_map<jmethodID, MethodId> ids_;
  absl::flat_hash_map<std::pair<jmethodID, jlocation>, int32_t> lines_;
};

}  // namespace taproot
