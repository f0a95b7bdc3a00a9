#include "graph/heap_graph_builder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

constexpr std::string_view kReferenceClass = "java.lang.ref.Reference";

}  // namespace

ClassId HeapGraphBuilder::AddClass(JavaClass java_class) {
  const ClassId id(graph_.classes_.size());
  if (java_class.super.valid()) {
    CHECK_LT(java_class.super.value, graph_.classes_.size());
    const JavaClass& super = graph_.classes_[java_class.super.value];
    java_class.first_field = super.first_field + static_cast<uint32_t>(super.fields.size());
    java_class.primitive_fields = super.primitive_fields;
    java_class.reference_fields = super.reference_fields;
    if (java_class.referent_strength == Strength::kStrong) {
      java_class.referent_strength = super.referent_strength;
    }
  } else {
    java_class.first_field = java_class.primitive_fields = java_class.reference_fields = 0;
  }
  for (const JavaField& field : java_class.fields) {
    if (!field.is_static)
      ++(field.is_reference() ? java_class.reference_fields : java_class.primitive_fields);
  }
  graph_.classes_.push_back(std::move(java_class));
  return id;
}

NodeId HeapGraphBuilder::AddNode(ClassId java_class, uint64_t size_bytes, uint32_t array_length) {
  CHECK(!adopted_);
  CHECK_EQ(size_bytes % HeapGraph::kWordBytes, 0u);
  CHECK_LE(size_bytes / HeapGraph::kWordBytes, std::numeric_limits<uint32_t>::max());
  const NodeId id(rows_.class_of.size());
  rows_.class_of.push_back(java_class);
  rows_.size_in_words.push_back(static_cast<uint32_t>(size_bytes / HeapGraph::kWordBytes));
  rows_.array_length.push_back(array_length);
  return id;
}

void HeapGraphBuilder::AddReference(NodeId from, NodeId to, ReferenceSlot slot) {
  CHECK(!adopted_);
  edges_.push_back({from, to, slot});
}

void HeapGraphBuilder::AdoptRows(Rows rows) {
  AdoptRows(HeapGraph::Rows{.class_of = std::move(rows.class_of),
                            .size_in_words = std::move(rows.size_in_words),
                            .array_length = std::move(rows.array_length),
                            .first = std::move(rows.first),
                            .targets = std::move(rows.targets),
                            .slots = std::move(rows.slots)});
}

void HeapGraphBuilder::AdoptRows(HeapGraph::Rows rows) {
  CHECK(rows_.class_of.empty() && edges_.empty());
  adopted_ = true;
  graph_.rows_ = std::move(rows);
}

RootId HeapGraphBuilder::AddRoot(Root root) {
  graph_.roots_.push_back(root);
  return RootId(graph_.roots_.size() - 1);
}

ThreadId HeapGraphBuilder::AddThread(JavaThread thread) {
  graph_.threads_.push_back(std::move(thread));
  return ThreadId(graph_.threads_.size() - 1);
}

MethodId HeapGraphBuilder::AddMethod(JavaMethod method) {
  graph_.methods_.push_back(std::move(method));
  return MethodId(graph_.methods_.size() - 1);
}

uint32_t HeapGraphBuilder::AddFrameLocal(FrameLocal local) {
  graph_.frame_locals_.push_back(local);
  return static_cast<uint32_t>(graph_.frame_locals_.size() - 1);
}

void HeapGraphBuilder::AddWatched(WatchedObject watched) {
  graph_.watched_.push_back(std::move(watched));
}

void HeapGraphBuilder::AddNativeBytes(NodeId node, uint64_t bytes) {
  graph_.native_bytes_.emplace_back(node, bytes);
}

void HeapGraphBuilder::AddLocals(HeapGraph& graph, MethodId method,
                                 std::vector<LocalVariable> locals) {
  graph.methods_[method.value].locals = std::move(locals);
}

void HeapGraphBuilder::AddText(HeapGraph& graph, NodeId node, std::string text) {
  graph.texts_[node] = std::move(text);
}

void HeapGraphBuilder::AddKnownValue(HeapGraph& graph, NodeId node, KnownValue value) {
  std::vector<KnownValue>& values = graph.known_values_[node];
  const auto at = std::ranges::find(values, value.name, &KnownValue::name);
  if (at == values.end()) {
    values.push_back(std::move(value));
  } else {
    at->value = value.value;
  }
}

absl::StatusOr<HeapGraph> HeapGraphBuilder::Build() && {
  if (!adopted_) {
    if (absl::Status laid_out = LayOutRows(); !laid_out.ok()) return laid_out;
    AdoptRows(std::exchange(rows_, {}));
  }
  if (absl::Status valid = Validate(); !valid.ok()) return valid;
  IndexNodes();
  FindReferentFields();
  if (roots_of_classes_) AddRootsOfClasses();
  return std::move(graph_);
}

// A counting sort by referrer; the order of a referrer's references is kept.
absl::Status HeapGraphBuilder::LayOutRows() {
  if (edges_.size() >= std::numeric_limits<uint32_t>::max()) {
    return absl::ResourceExhaustedError(absl::StrCat("too many references: ", edges_.size()));
  }
  const auto nodes = static_cast<uint32_t>(rows_.class_of.size());
  std::vector<uint32_t>& first = rows_.first;
  first.assign(size_t{nodes} + 1, 0);
  for (const Edge& edge : edges_) {
    if (edge.from.value >= nodes) {
      return absl::InvalidArgumentError(
          absl::StrCat("reference from node ", edge.from.value, " of ", nodes));
    }
    ++first[edge.from.value + 1];
  }
  for (uint32_t i = 0; i < nodes; ++i) first[i + 1] += first[i];
  rows_.targets.resize(edges_.size());
  rows_.slots.resize(edges_.size());
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (const Edge& edge : edges_) {
    const uint32_t at = next[edge.from.value]++;
    rows_.targets[at] = edge.to;
    rows_.slots[at] = edge.slot;
  }
  edges_ = {};
  return absl::OkStatus();
}

absl::Status HeapGraphBuilder::Validate() const {
  const HeapGraph& g = graph_;
  const uint32_t nodes = g.node_count();
  auto bad = [](auto&&... what) { return absl::InvalidArgumentError(absl::StrCat(what...)); };
  if (g.rows_.size_in_words.size() != nodes || g.rows_.array_length.size() != nodes ||
      g.rows_.first.size() != size_t{nodes} + 1 || g.rows_.slots.size() != g.rows_.targets.size() ||
      g.rows_.first.front() != 0 || g.rows_.first.back() != g.rows_.targets.size() ||
      !std::ranges::is_sorted(g.rows_.first)) {
    return bad("the columns of the graph do not fit together");
  }
  auto outside = [](auto id, size_t size) { return id.valid() && id.value >= size; };
  for (ClassId id : g.rows_.class_of) {
    if (id.value >= g.classes_.size()) return bad("no class ", id.value);
  }
  for (NodeId id : g.rows_.targets) {
    if (id.value >= nodes) return bad("reference to node ", id.value, " of ", nodes);
  }
  for (size_t i = 0; i < g.classes_.size(); ++i) {
    const JavaClass& c = g.classes_[i];
    if (outside(c.mirror, nodes) || outside(c.loader, nodes) ||
        outside(c.host, g.classes_.size())) {
      return bad("class ", c.name, " refers outside of the graph");
    }
    // So a chain of superclasses always ends.
    if (outside(c.super, i)) return bad("class ", c.name, " stands before its superclass");
  }
  for (const Root& r : g.roots_) {
    if (r.node.value >= nodes || outside(r.thread, g.threads_.size()) ||
        outside(r.klass, g.classes_.size()) || outside(r.method, g.methods_.size())) {
      return bad("a root refers outside of the graph");
    }
  }
  for (const JavaThread& t : g.threads_) {
    const bool frames_fit = std::ranges::none_of(
        t.frames, [&](const ThreadFrame& f) { return outside(f.method, g.methods_.size()); });
    if (outside(t.node, nodes) || outside(t.carrier, g.threads_.size()) || !frames_fit) {
      return bad("thread ", t.name, " refers outside of the graph");
    }
  }
  for (const FrameLocal& local : g.frame_locals_) {
    if (outside(local.method, g.methods_.size())) return bad("no method ", local.method.value);
  }
  if (!g.contents_.FitsInto(nodes)) return bad("the contents of arrays do not fit the graph");
  for (const auto& [node, bytes] : g.native_bytes_) {
    if (node.value >= nodes) return bad("native bytes of node ", node.value, " of ", nodes);
  }
  for (const WatchedObject& w : g.watched_) {
    if (outside(w.node, nodes)) return bad("watched ", w.id, " refers outside of the graph");
  }
  return absl::OkStatus();
}

void HeapGraphBuilder::IndexNodes() {
  for (size_t i = 0; i < graph_.classes_.size(); ++i) {
    const NodeId mirror = graph_.classes_[i].mirror;
    if (mirror.valid()) graph_.mirrors_.emplace_back(mirror, ClassId(i));
  }
  std::ranges::sort(graph_.mirrors_);
  std::ranges::sort(graph_.native_bytes_);
}

void HeapGraphBuilder::FindReferentFields() {
  for (ClassId id : graph_.FindClasses(kReferenceClass)) {
    if (!graph_.java_class(id).is_builtin()) continue;
    if (auto index = graph_.FieldIndex(id, "referent")) graph_.referent_field_ = *index;
    if (auto index = graph_.FieldIndex(id, "discovered")) graph_.discovered_field_ = *index;
  }
}

void HeapGraphBuilder::AddRootsOfClasses() {
  auto is_root_mirror = [&](NodeId node) {
    const ClassId id = graph_.mirrored_class(node);
    return id.valid() && graph_.java_class(id).is_builtin();
  };
  for (size_t i = 0; i < graph_.classes_.size(); ++i) {
    const JavaClass& java_class = graph_.classes_[i];
    if (!java_class.is_builtin() || !java_class.mirror.valid()) continue;
    const NodeId mirror = java_class.mirror;
    const auto targets = graph_.targets(mirror);
    const auto slots = graph_.slots(mirror);
    for (size_t r = 0; r < slots.size(); ++r) {
      if (slots[r].kind() != ReferenceKind::kStaticField) continue;
      // A field that holds such a mirror explains nothing: the mirror is a root by itself.
      if (is_root_mirror(targets[r])) continue;
      AddRoot({.kind = RootKind::kStaticField,
               .node = targets[r],
               .klass = ClassId(i),
               .field = slots[r].index()});
    }
    AddRoot({.kind = RootKind::kSystemClass, .node = mirror, .klass = ClassId(i)});
  }
}

}  // namespace taproot
