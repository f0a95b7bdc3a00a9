#include "capture/fork/frozen_details.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "capture/fork/frozen_objects.h"
#include "capture/fork/frozen_threads.h"
#include "capture/inspected_fields.h"
#include "capture/local_names.h"
#include "capture/named_classes.h"
#include "graph/heap_graph_builder.h"

namespace taproot {
namespace {

constexpr size_t kMostReferences = 5000;

class FrozenDetails {
 public:
  FrozenDetails(const FrozenCapture& capture, absl::Span<const InspectedField> fields,
                HeapGraph& graph)
      : index_(*capture.nodes),
        objects_(capture.heap.get(), capture.classes.get(), &graph),
        fields_(fields, &graph),
        graph_(graph) {}

  void Write(NodeId node);

 private:
  void WriteText(NodeId node);
  std::string TextOf(NodeId node) const;
  std::optional<int64_t> ValueAt(NodeId node, std::string_view path) const;

  const NodeIndex& index_;
  const FrozenObjects objects_;
  FieldsByClass fields_;
  HeapGraph& graph_;
  absl::flat_hash_set<NodeId> written_;
};

void FrozenDetails::Write(NodeId node) {
  if (!written_.insert(node).second) return;
  WriteText(node);
  const ClassId id = graph_.class_of(node);
  if (IsEntryClass(graph_, id)) {
    const NodeId key = graph_.FieldTarget(node, "key");
    if (key.valid()) WriteText(key);
  }
  for (const InspectedField* field : fields_.Of(id)) {
    if (const std::optional<int64_t> value = ValueAt(node, field->path)) {
      HeapGraphBuilder::AddKnownValue(graph_, node, {std::string(field->path), *value});
    }
  }
}

void FrozenDetails::WriteText(NodeId node) {
  std::string text = TextOf(node);
  if (!text.empty()) HeapGraphBuilder::AddText(graph_, node, std::move(text));
}

std::string FrozenDetails::TextOf(NodeId node) const {
  const ClassId id = graph_.class_of(node);
  const bool is_string = graph_.java_class(id).name == "java.lang.String";
  const NamedClass* named = is_string ? nullptr : FindNamedClass(graph_, id);
  if (!is_string && named == nullptr) return "";
  const Address object = index_.AddressOf(node);
  if (is_string) return objects_.TextOfString(object);
  if (named->kind == NamedClass::Kind::kString) return objects_.Text(object, named->field);
  const std::optional<int64_t> number = objects_.Number(object, named->field);
  return number ? TextOfNumber(named->kind, *number) : "";
}

std::optional<int64_t> FrozenDetails::ValueAt(NodeId node, std::string_view path) const {
  if (path == kThreadState) {
    const bool is_thread = graph_.FieldIndex(graph_.class_of(node), "tid").has_value();
    if (!is_thread) return std::nullopt;
    return ThreadStatusOf(objects_, index_.AddressOf(node));
  }
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return objects_.Number(index_.AddressOf(node), path);
  const NodeId target = graph_.FieldTarget(node, path.substr(0, dot));
  return target.valid() ? ValueAt(target, path.substr(dot + 1)) : std::nullopt;
}

}  // namespace

void AddFrozenDetails(const FrozenCapture& capture, absl::Span<const RootPath* const> paths,
                      absl::Span<const InspectedField> fields, HeapGraph& graph) {
  FrozenDetails details(capture, fields, graph);
  for (const RootPath* path : paths) {
    const size_t end = std::min(path->steps.size(), kMostReferences);
    for (size_t i = 0; i < end; ++i) details.Write(path->steps[i].node);
    if (!path->steps.empty()) details.Write(path->steps.back().node);
  }
  AddFrozenLocals(*capture.methods, MethodsOnPaths(graph, paths), graph);
}

void AddFrozenLocals(const FrozenMethods& methods, absl::Span<const MethodId> wanted,
                     HeapGraph& graph) {
  for (MethodId id : wanted) {
    if (!graph.method(id).locals.empty()) continue;
    HeapGraphBuilder::AddLocals(graph, id, methods.LocalsOf(id));
  }
}

std::vector<std::pair<NodeId, uint64_t>> FrozenNativeBytes(const FrozenHeap& heap,
                                                           const ClassTable& classes,
                                                           const NodeIndex& nodes,
                                                           absl::Span<const ClassId> class_of) {
  const ClassId buffer = FindBootClass(classes, "java.nio.DirectByteBuffer");
  const ClassId read_only = FindBootClass(classes, "java.nio.DirectByteBufferR");
  std::vector<std::pair<NodeId, uint64_t>> bytes;
  if (!buffer.valid()) return bytes;
  const FrozenObjects objects(&heap, &classes);
  for (size_t i = 0; i < class_of.size(); ++i) {
    if (class_of[i] != buffer && class_of[i] != read_only) continue;
    const Address object = nodes.AddressOf(NodeId(i));
    // A buffer that is attached to something is a view of that.
    if (objects.Reference(object, "att") != 0) continue;
    const int64_t capacity = objects.Number(object, "capacity").value_or(0);
    if (capacity > 0) bytes.emplace_back(NodeId(i), static_cast<uint64_t>(capacity));
  }
  return bytes;
}

}  // namespace taproot
