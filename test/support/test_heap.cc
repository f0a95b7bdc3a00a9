#include "support/test_heap.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace taproot::test {
namespace {

std::string SignatureOf(std::string_view type) {
  if (absl::EndsWith(type, "[]")) {
    return absl::StrCat("[", SignatureOf(type.substr(0, type.size() - 2)));
  }
  constexpr std::pair<std::string_view, std::string_view> kPrimitives[] = {
      {"boolean", "Z"}, {"byte", "B"}, {"char", "C"},  {"short", "S"},
      {"int", "I"},     {"long", "J"}, {"float", "F"}, {"double", "D"}};
  for (const auto& [name, signature] : kPrimitives) {
    if (type == name) return std::string(signature);
  }
  return absl::StrCat("L", absl::StrReplaceAll(type, {{".", "/"}}), ";");
}

JavaField ParseField(std::string_view text) {
  const std::vector<std::string_view> words = absl::StrSplit(text, ' ');
  if (words.size() < 2) throw std::invalid_argument(absl::StrCat("no field: ", text));
  return {.name = std::string(words[words.size() - 1]),
          .signature = SignatureOf(words[words.size() - 2]),
          .is_static = words[0] == "static"};
}

}  // namespace

TestHeap::TestHeap() {
  AddClass("java.lang.Object", "");
  AddClass("java.lang.Class", "java.lang.Object",
           {"java.lang.ClassLoader classLoader", "java.lang.Object classValueMap"});
  AddClass("java.lang.ClassLoader", "java.lang.Object", {"java.lang.ClassLoader parent"});
  AddClass("java.lang.Thread", "java.lang.Object", {"java.lang.Object threadLocals"});
  AddClass("java.lang.String", "java.lang.Object",
           {"byte[] value", "byte coder", "int hash", "boolean hashIsZero"});
  AddClass("byte[]");
  AddClass("java.lang.Object[]");
  // The index rule puts constants of interfaces elsewhere; here a field of its own keeps `referent`
  // from being the first.
  AddClass("java.lang.ref.Reference", "java.lang.Object",
           {"static java.lang.Object processPendingLock", "java.lang.Object referent",
            "java.lang.ref.ReferenceQueue queue", "java.lang.ref.Reference next",
            "java.lang.ref.Reference discovered"});
  constexpr std::pair<std::string_view, Strength> kReferences[] = {
      {"java.lang.ref.SoftReference", Strength::kSoft},
      {"java.lang.ref.FinalReference", Strength::kFinal},
      {"java.lang.ref.WeakReference", Strength::kWeak},
      {"java.lang.ref.PhantomReference", Strength::kPhantom}};
  for (const auto& [name, strength] : kReferences) {
    const ClassId id = AddClass(name, "java.lang.ref.Reference", {"java.lang.Object own"});
    builder_.java_class(id).referent_strength = strength;
  }
}

ClassId TestHeap::AddClass(std::string_view name, std::string_view super,
                           const std::vector<std::string_view>& fields) {
  JavaClass java_class;
  java_class.name = std::string(name);
  java_class.loader_name = "boot";
  java_class.is_array = absl::EndsWith(name, "[]");
  if (!super.empty()) java_class.super = Class(super);
  for (std::string_view field : fields) java_class.fields.push_back(ParseField(field));
  return builder_.AddClass(std::move(java_class));
}

NodeId TestHeap::AddMirror(ClassId id, NodeId loader) {
  const NodeId mirror = New("java.lang.Class", 112);
  mirrored_class_[mirror.value] = id;
  JavaClass& java_class = builder_.java_class(id);
  java_class.mirror = mirror;
  if (loader.valid()) {
    java_class.loader = loader;
    java_class.loader_kind = LoaderKind::kCustom;
    java_class.loader_name = "custom";
    builder_.AddReference(mirror, loader, ReferenceSlot(ReferenceKind::kClassLoader, 0));
  }
  return mirror;
}

NodeId TestHeap::New(std::string_view class_name, uint64_t size) {
  return NewArray(class_name, size, 0);
}

NodeId TestHeap::NewArray(std::string_view class_name, uint64_t size, uint32_t length) {
  class_of_.push_back(Class(class_name));
  mirrored_class_.emplace_back();
  return builder_.AddNode(class_of_.back(), size, length);
}

void TestHeap::Set(NodeId from, std::string_view field, NodeId to) {
  const ClassId mirrored = mirrored_class_[from.value];
  builder_.AddReference(from, to,
                        mirrored.valid() ? StaticSlot(FieldIndex(mirrored, field))
                                         : FieldSlot(FieldIndex(class_of_[from.value], field)));
}

void TestHeap::SetElement(NodeId array, uint32_t index, NodeId to) {
  builder_.AddReference(array, to, ElementSlot(index));
}

ThreadId TestHeap::AddThread(std::string_view name, NodeId node) {
  return builder_.AddThread({.name = std::string(name), .node = node});
}

MethodId TestHeap::AddMethod(std::string_view class_name, std::string_view name) {
  JavaMethod method;
  method.class_name = std::string(class_name);
  method.name = std::string(name);
  method.signature = "()V";
  return builder_.AddMethod(std::move(method));
}

ClassId TestHeap::Class(std::string_view name) {
  for (size_t i = builder_.class_count(); i-- > 0;) {
    if (builder_.java_class(ClassId(i)).name == name) return ClassId(i);
  }
  throw std::invalid_argument(absl::StrCat("no class ", name));
}

uint32_t TestHeap::FieldIndex(ClassId id, std::string_view field) {
  for (ClassId c = id; c.valid(); c = builder_.java_class(c).super) {
    const JavaClass& java_class = builder_.java_class(c);
    for (size_t i = 0; i < java_class.fields.size(); ++i) {
      if (java_class.fields[i].name == field) {
        return java_class.first_field + static_cast<uint32_t>(i);
      }
    }
  }
  throw std::invalid_argument(absl::StrCat("no field ", field));
}

HeapGraph TestHeap::Build() && {
  absl::StatusOr<HeapGraph> graph = std::move(builder_).Build();
  if (!graph.ok()) throw std::invalid_argument(graph.status().ToString());
  return *std::move(graph);
}

}  // namespace taproot::test
