#include "tools/soundness.h"

#include <string>
#include <unordered_map>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "taproot/node_set.h"
#include "tools/graph_words.h"

namespace taproot::test {
namespace {

// "Ljava/lang/String;" as the graph names the class: "java.lang.String". Empty for arrays of
// references, whose elements may be of any subclass.
std::string ClassNameOf(std::string_view signature) {
  constexpr std::pair<char, std::string_view> kPrimitives[] = {
      {'Z', "boolean"}, {'B', "byte"}, {'C', "char"},  {'S', "short"},
      {'I', "int"},     {'J', "long"}, {'F', "float"}, {'D', "double"}};
  if (signature.size() == 2 && signature[0] == '[') {
    for (const auto& [code, name] : kPrimitives) {
      if (signature[1] == code) return absl::StrCat(name, "[]");
    }
  }
  if (signature.empty() || signature[0] != 'L') return "";
  std::string name(signature.substr(1, signature.size() - 2));
  for (char& c : name) {
    if (c == '/') c = '.';
  }
  return name;
}

// What a field may refer to, by its declared type.
class DeclaredTypes {
 public:
  explicit DeclaredTypes(const HeapGraph& graph) : graph_(graph) {
    for (size_t i = 0; i < graph.classes().size(); ++i) {
      by_name_[graph.classes()[i].name].emplace_back(i);
    }
  }

  bool Allow(const JavaField& field, NodeId target) const {
    const std::string name = ClassNameOf(field.signature);
    if (name.empty()) return field.signature[0] != '[' || graph_.java_class(target).is_array;
    const auto known = by_name_.find(name);
    if (known == by_name_.end()) return true;
    for (ClassId id : known->second) {
      if (graph_.java_class(id).is_interface) return true;
      if (graph_.IsSubclass(graph_.class_of(target), id)) return true;
    }
    return name == "java.lang.Object";
  }

 private:
  const HeapGraph& graph_;
  std::unordered_map<std::string, std::vector<ClassId>> by_name_;
};

void CheckObjects(const HeapGraph& graph, Differences& differences) {
  std::vector<uint64_t> sizes(graph.classes().size());
  uint64_t total = 0;
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    const NodeId node(i);
    const JavaClass& java_class = graph.java_class(node);
    const uint64_t size = graph.shallow_size(node);
    total += size;
    if (java_class.name.empty() || absl::StartsWith(java_class.loader_name, "(")) {
      differences.Add("object of an unknown class",
                      absl::StrCat(java_class.name, " ", java_class.loader_name));
    }
    if (size == 0 || graph.array_length(node) > size) {
      differences.Add("impossible size", absl::StrCat(java_class.name, ": ", size, " bytes for ",
                                                      graph.array_length(node), " elements"));
    }
    const bool has_own_size = java_class.is_array || java_class.name == "java.lang.Class" ||
                              java_class.name == "jdk.internal.vm.StackChunk";
    if (has_own_size) continue;
    uint64_t& known = sizes[graph.class_of(node).value];
    if (known != 0 && known != size) {
      differences.Add("instances of one class differ in size", java_class.name);
    }
    known = size;
  }
  if (graph.vm().heap_max > 0 && total > static_cast<uint64_t>(graph.vm().heap_max)) {
    differences.Add("more bytes than the heap has",
                    absl::StrCat(total, " of ", graph.vm().heap_max));
  }
}

void CheckReferences(const HeapGraph& graph, Differences& differences) {
  const DeclaredTypes types(graph);
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    const NodeId from(i);
    const auto slots = graph.slots(from);
    for (size_t r = 0; r < slots.size(); ++r) {
      const ReferenceSlot slot = slots[r];
      const NodeId target = graph.targets(from)[r];
      if (slot.is_element()) {
        if (slot.index() < graph.array_length(from)) continue;
        differences.Add("element beyond the end", NameOf(graph, from));
      }
      const bool is_static = slot.kind() == ReferenceKind::kStaticField;
      if (slot.kind() != ReferenceKind::kField && !is_static) continue;
      const ClassId layout = is_static ? graph.mirrored_class(from) : graph.class_of(from);
      const FieldRef ref = graph.FieldAt(layout, slot.index());
      const JavaField* field = ref.field;
      if (ref.declaring.valid() && graph.java_class(ref.declaring).fields.empty()) {
        // JVMTI tells no fields of a class that is not linked, though the JDK's archive has
        // instances.
        differences.Allow("field of a class that is not linked", NameOf(graph, from));
      } else if (field == nullptr || field->is_static != is_static || !field->is_reference()) {
        differences.Add("no such field",
                        absl::StrCat(NameOf(graph, from), " ", NameOf(graph, from, slot), " -> ",
                                     NameOf(graph, target)));
      } else if (!types.Allow(*field, target)) {
        differences.Add("object of a wrong class",
                        absl::StrCat(NameOf(graph, from, slot), " is a ", field->signature, ": ",
                                     NameOf(graph, target)));
      }
    }
  }
}

void CheckReached(const HeapGraph& graph, Differences& differences) {
  NodeSet reached(graph.node_count());
  std::vector<NodeId> queue;
  auto reach = [&](NodeId node) {
    if (node.valid() && reached.Insert(node)) queue.push_back(node);
  };
  for (const Root& root : graph.roots()) reach(root.node);
  while (!queue.empty()) {
    const NodeId node = queue.back();
    queue.pop_back();
    graph.ForEachReference(node, [&](NodeId target, ReferenceSlot) { reach(target); });
  }
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    // What Taproot itself holds while it captures is in the graph, but not its roots.
    if (!reached.contains(NodeId(i))) {
      differences.Allow("object that no root leads to", NameOf(graph, NodeId(i)));
    }
  }
}

}  // namespace

void CheckSoundness(const HeapGraph& graph, Differences* differences) {
  CheckObjects(graph, *differences);
  CheckReferences(graph, *differences);
  CheckReached(graph, *differences);
}

}  // namespace taproot::test
