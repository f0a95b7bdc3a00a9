// The methods that a capture by fork mentions, read from the VM's metadata in the frozen heap.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "capture/fork/frozen_heap.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

class FrozenMethods {
 public:
  // The builder serves until the graph is made; the heap must outlive this.
  FrozenMethods(const FrozenHeap* heap, HeapGraphBuilder* builder)
      : heap_(*heap), builder_(builder) {}

  // None for null, and where the class was unloaded since. Up to JDK 25 a jmethodID is the address
  // of a pointer to a Method, which is null after unloading.
  MethodId Find(jmethodID method) { return FindMethod(MethodOf(method)); }
  int32_t LineOf(jmethodID method, jlocation bci) { return LineOfMethod(MethodOf(method), bci); }
  // Likewise by the address of the Method; 0 is none.
  MethodId FindMethod(Address method);
  // The source line; -1 if unknown.
  int32_t LineOfMethod(Address method, jlocation bci);

  // Whether it is a method of the library that applications call us by.
  bool IsOurs(MethodId method) const { return method.valid() && rows_[method.value].is_ours; }

  // The rows of the method's local variable table, where its class file has one.
  std::vector<LocalVariable> LocalsOf(MethodId method) const;

 private:
  struct Row {
    Address method = 0;
    bool is_ours = false;
  };

  static Address MethodOf(jmethodID method);

  const FrozenHeap& heap_;
  HeapGraphBuilder* builder_;
  std::vector<Row> rows_;  // by MethodId
  absl::flat_hash_map<Address, MethodId> ids_;
  absl::flat_hash_map<std::pair<Address, jlocation>, int32_t> lines_;
};

}  // namespace taproot
