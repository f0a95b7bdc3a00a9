// Reads fields of objects of a graph out of the live JVM.
//
// Nothing that is read runs code of the application or initialises a class: fields are known by the
// ids that JVMTI gives, and JNI reads them whatever the access rules say. An object is only read
// once its class has proven to be the class that the graph says, at every level, and that class is
// held as long as its field ids are in use.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "taproot/heap_graph.h"

namespace taproot {

// Of one thread; lives within a frame of local references, which gives back what it holds.
class ObjectReader {
 public:
  ObjectReader(jvmtiEnv* jvmti, JNIEnv* jni, const HeapGraph* graph)
      : jvmti_(jvmti), jni_(jni), graph_(*graph) {}

  // Whether the object can be the node: of the same class. What follows is asked of such objects
  // only.
  bool Is(jobject object, NodeId node);
  // Whether `klass` can be the class of the graph, and is not some other of its name.
  bool IsClass(jclass klass, ClassId id);

  // A new local reference; null if the reference is null, or of a kind that is not read.
  jobject Follow(jobject from, NodeId node, ReferenceSlot slot);
  // Likewise, of a field by its position in the layout of the class. Null unless it is initialised.
  jobject StaticField(jclass klass, ClassId id, uint32_t index);

  // The value of the primitive instance field; a boolean is 0 or 1. None for float and double.
  std::optional<int64_t> Number(jobject object, NodeId node, std::string_view name);
  // What the object is called: contents of a String, the number of a boxed one, the name of an enum
  // constant, a thread or a javax.management.ObjectName. Shortened; empty if it has no such text.
  std::string Text(jobject object, NodeId node);

 private:
  struct KnownClass {
    jclass klass;  // a local reference
    std::vector<jfieldID> fields;
  };

  // More classes than any report shows.
  static constexpr size_t kMostClasses = 4000;

  bool Learn(jclass klass, ClassId id);
  jfieldID FieldId(const FieldRef& field) const;
  jobject InstanceField(jobject object, ClassId id, uint32_t index);
  std::string StringField(jobject object, NodeId node, std::string_view name);
  bool IsInitialised(jclass klass);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  const HeapGraph& graph_;
  absl::flat_hash_map<ClassId, KnownClass> known_;
};

// The first 80 characters, with an ellipsis if there are more.
std::string ShortText(JNIEnv* jni, jstring text);

}  // namespace taproot
