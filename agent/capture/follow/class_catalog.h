// The classes of a capture: marks their mirrors, describes them to the graph builder, and knows how
// JVMTI numbers their fields.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "capture/follow/mark_table.h"
#include "capture/jvm.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

class ClassCatalog {
 public:
  // Instances of classes whose names match one of `collect` get a mark when the walk meets them.
  ClassCatalog(jvmtiEnv* jvmti, JNIEnv* jni, MarkTable* marks, HeapGraphBuilder* builder,
               std::vector<std::string> collect)
      : jvmti_(jvmti),
        jni_(jni),
        marks_(*marks),
        builder_(*builder),
        collect_(std::move(collect)) {}

  // Before anything else: the loaders, java.lang.Class and what every walk must recognise.
  absl::Status Begin();

  // Describes a class with its superclasses and interfaces, once. None for a primitive.
  absl::StatusOr<ClassId> Describe(jclass klass);

  // Describes the class of a mirror that a walk has met. The mirror may come out of the CDS archive
  // and stand for a class that was never loaded: JVMTI crashes if it is asked for its loader, and
  // fields of the mirror hold what was never an object.
  absl::Status DescribeMet(jclass mirror, uint32_t mirror_mark, bool has_instances);

  // For a class that was unloaded before it could be described: gives its instances a class that
  // says so. Mirrors of primitives get one as well, which nothing refers to.
  void DescribeIfLost(uint32_t mirror_mark) {
    AddUnloaded("(class unloaded during the capture)", false, mirror_mark);
  }

  // JVMTI counts the fields of all superinterfaces first; the layout of the graph leaves them out.
  uint32_t interface_fields(ClassId id) const { return facts_[id.value].interface_fields; }
  uint32_t mirror_mark(ClassId id) const { return facts_[id.value].mirror_mark; }
  // Of the loader object; Mark::kNone for the boot loader.
  uint32_t loader_mark(ClassId id) const { return facts_[id.value].loader_mark; }
  size_t size() const { return facts_.size(); }
  ClassId class_class() const { return class_class_; }

 private:
  // What the catalog knows of a class beside what the graph does; indexed by ClassId.
  struct Facts {
    uint32_t mirror_mark = Mark::kNone;
    uint32_t loader_mark = Mark::kNone;
    uint32_t interface_fields = 0;
    std::vector<ClassId> interfaces;  // all superinterfaces, sorted
  };

  absl::StatusOr<uint32_t> MarkOf(jobject object);
  void AddUnloaded(std::string name, bool is_array, uint32_t mirror_mark);
  bool IsArrayLoaded(std::string_view array_name) const;
  absl::Status ReadFields(jclass klass, JavaClass& java_class);
  absl::Status ReadLoader(jclass klass, JavaClass& java_class, Facts& facts);
  absl::Status ReadInterfaces(jclass klass, const JavaClass& java_class, Facts& facts);
  void SetRoles(ClassId id, bool is_boot_class);
  void SetReferentIndices(ClassId id, Mark& mirror);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  MarkTable& marks_;
  HeapGraphBuilder& builder_;
  std::vector<std::string> collect_;
  jobject app_loader_ = nullptr;  // local references of the capture's frame
  jobject system_loader_ = nullptr;
  jobject platform_loader_ = nullptr;
  std::vector<Facts> facts_;
  absl::flat_hash_map<uint32_t, std::string> loader_names_;  // by mark
  ClassId class_class_;
};

}  // namespace taproot
