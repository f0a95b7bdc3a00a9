#include "capture/path_details.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "capture/follow/class_names.h"
#include "capture/inspected_fields.h"
#include "capture/jvm.h"
#include "capture/object_reader.h"
#include "graph/heap_graph_builder.h"

namespace taproot {
namespace {

using Clock = std::chrono::steady_clock;

constexpr jint kFrameCapacity = 512;
constexpr size_t kMostReferences = 5000;
constexpr std::chrono::seconds kMostTime{2};

// Objects that can be had without a path: classes of the built-in loaders, live threads, watched
// objects. Handles of those that lie on one of the paths.
class Anchors {
 public:
  Anchors(jvmtiEnv* jvmti, JNIEnv* jni, const HeapGraph* graph, ObjectReader* reader)
      : jvmti_(jvmti), jni_(jni), graph_(*graph), reader_(*reader) {}

  void Find(const PathDetailsRequest& request);

  // Null if there is none.
  jobject OfNode(NodeId node) const {
    const auto at = nodes_.find(node);
    return at == nodes_.end() ? nullptr : at->second;
  }
  jclass OfClass(ClassId id) const {
    const auto at = classes_.find(id);
    return at == classes_.end() ? nullptr : at->second;
  }

 private:
  void NoteWanted(const PathDetailsRequest& request);
  void FindClasses();
  void FindThreads();
  void FindWatched(const PathDetailsRequest& request);
  void Want(ClassId id) {
    if (id.valid() && graph_.java_class(id).is_builtin()) classes_.try_emplace(id);
  }

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  const HeapGraph& graph_;
  ObjectReader& reader_;
  absl::flat_hash_set<NodeId> on_paths_;
  absl::flat_hash_map<ClassId, jclass> classes_;
  absl::flat_hash_map<NodeId, jobject> nodes_;
};

void Anchors::Find(const PathDetailsRequest& request) {
  NoteWanted(request);
  FindClasses();
  FindThreads();
  FindWatched(request);
}

void Anchors::NoteWanted(const PathDetailsRequest& request) {
  for (const RootPath* path : request.paths) {
    const Root& root = graph_.root(path->root);
    if (root.kind == RootKind::kStaticField) Want(root.klass);
    const size_t end = std::min(path->steps.size(), kMostReferences);
    for (size_t i = 0; i < end; ++i) {
      on_paths_.insert(path->steps[i].node);
      Want(graph_.mirrored_class(path->steps[i].node));
    }
    if (!path->steps.empty()) on_paths_.insert(path->steps.back().node);
  }
}

void Anchors::FindClasses() {
  absl::flat_hash_map<std::string_view, ClassId> wanted;
  for (const auto& [id, klass] : classes_) wanted[graph_.java_class(id).name] = id;
  jint count = 0;
  JvmtiMemory<jclass> classes(jvmti_);
  if (wanted.empty() || jvmti_->GetLoadedClasses(&count, classes.out()) != JVMTI_ERROR_NONE) return;
  for (jint i = 0; i < count; ++i) {
    JvmtiMemory<char> signature(jvmti_);
    if (jvmti_->GetClassSignature(classes[i], signature.out(), nullptr) == JVMTI_ERROR_NONE) {
      const auto at = wanted.find(ParseSignature(signature.get()).name);
      if (at != wanted.end() && classes_[at->second] == nullptr) {
        jobject loader = nullptr;
        jvmti_->GetClassLoader(classes[i], &loader);
        const bool is_boot = graph_.java_class(at->second).loader_kind == LoaderKind::kBoot;
        const bool fits = (loader == nullptr) == is_boot && reader_.IsClass(classes[i], at->second);
        if (loader != nullptr) jni_->DeleteLocalRef(loader);
        if (fits) {
          classes_[at->second] = classes[i];
          nodes_[graph_.java_class(at->second).mirror] = classes[i];
          continue;
        }
      }
    }
    jni_->DeleteLocalRef(classes[i]);
  }
}

void Anchors::FindThreads() {
  absl::flat_hash_map<int64_t, NodeId> wanted;
  for (const JavaThread& thread : graph_.threads()) {
    if (on_paths_.contains(thread.node)) wanted[thread.tid] = thread.node;
  }
  if (wanted.empty()) return;
  absl::StatusOr<jclass> thread_class = FindBootClass(jni_, "java/lang/Thread");
  if (!thread_class.ok()) return;
  absl::StatusOr<jfieldID> tid = FindField(jni_, *thread_class, "tid", "J");
  jint count = 0;
  JvmtiMemory<jthread> threads(jvmti_);
  if (!tid.ok() || jvmti_->GetAllThreads(&count, threads.out()) != JVMTI_ERROR_NONE) return;
  for (jint i = 0; i < count; ++i) {
    const auto at = wanted.find(jni_->GetLongField(threads[i], *tid));
    if (at != wanted.end()) {
      nodes_[at->second] = threads[i];
    } else {
      jni_->DeleteLocalRef(threads[i]);
    }
  }
}

void Anchors::FindWatched(const PathDetailsRequest& request) {
  if (!request.for_each_watched) return;
  absl::flat_hash_map<uint64_t, NodeId> wanted;
  for (const WatchedObject& watched : graph_.watched()) {
    if (on_paths_.contains(watched.node)) wanted[watched.id] = watched.node;
  }
  if (wanted.empty()) return;
  auto keep = [&](jobject object, const WatchedObject& watched) {
    const auto at = wanted.find(watched.id);
    if (at != wanted.end()) nodes_[at->second] = jni_->NewLocalRef(object);
    return absl::OkStatus();
  };
  request.for_each_watched(jni_, keep).IgnoreError();
}

// Adds to the graph what is to be said of one object.
class DetailWriter {
 public:
  DetailWriter(jvmtiEnv* jvmti, JNIEnv* jni, ObjectReader* reader,
               std::span<const InspectedField> fields, HeapGraph* graph)
      : jvmti_(jvmti), jni_(jni), reader_(*reader), fields_(fields, graph), graph_(*graph) {}

  void Write(jobject object, NodeId node) {
    if (!written_.insert(node).second) return;
    WriteText(object, node);
    WriteKey(object, node);
    for (const InspectedField* field : fields_.Of(graph_.class_of(node))) {
      if (std::optional<int64_t> value = ValueAt(object, node, field->path)) {
        HeapGraphBuilder::AddKnownValue(graph_, node, {std::string(field->path), *value});
      }
    }
  }

 private:
  void WriteText(jobject object, NodeId node);
  void WriteKey(jobject entry, NodeId node);
  std::optional<int64_t> ValueAt(jobject object, NodeId node, std::string_view path);
  jobject FieldNamed(jobject object, NodeId node, std::string_view name, NodeId& target);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  ObjectReader& reader_;
  FieldsByClass fields_;
  HeapGraph& graph_;
  absl::flat_hash_set<NodeId> written_;
};

void DetailWriter::WriteText(jobject object, NodeId node) {
  std::string text = reader_.Text(object, node);
  if (!text.empty()) HeapGraphBuilder::AddText(graph_, node, std::move(text));
}

// What the graph says the field holds, if it still is of the same class.
jobject DetailWriter::FieldNamed(jobject object, NodeId node, std::string_view name,
                                 NodeId& target) {
  target = graph_.FieldTarget(node, name);
  const std::optional<uint32_t> index = graph_.FieldIndex(graph_.class_of(node), name);
  if (!target.valid() || !index) return nullptr;
  jobject found = reader_.Follow(object, node, FieldSlot(*index));
  if (found == nullptr || reader_.Is(found, target)) return found;
  jni_->DeleteLocalRef(found);
  return nullptr;
}

void DetailWriter::WriteKey(jobject entry, NodeId node) {
  if (!IsEntryClass(graph_, graph_.class_of(node))) return;
  NodeId key;
  jobject found = FieldNamed(entry, node, "key", key);
  if (found == nullptr) return;
  WriteText(found, key);
  jni_->DeleteLocalRef(found);
}

std::optional<int64_t> DetailWriter::ValueAt(jobject object, NodeId node, std::string_view path) {
  if (path == kThreadState) {
    jint state = 0;
    if (jvmti_->GetThreadState(object, &state) != JVMTI_ERROR_NONE) return std::nullopt;
    return state;
  }
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return reader_.Number(object, node, path);
  NodeId target;
  jobject inner = FieldNamed(object, node, path.substr(0, dot), target);
  if (inner == nullptr) return std::nullopt;
  const std::optional<int64_t> value = ValueAt(inner, target, path.substr(dot + 1));
  jni_->DeleteLocalRef(inner);
  return value;
}

class PathFollower {
 public:
  PathFollower(JNIEnv* jni, const HeapGraph* graph, ObjectReader* reader, const Anchors* anchors,
               DetailWriter* writer)
      : jni_(jni), graph_(*graph), reader_(*reader), anchors_(*anchors), writer_(*writer) {}

  void Follow(const RootPath& path) {
    const size_t end = std::min(path.steps.size(), kMostReferences);
    jobject at = nullptr;
    for (size_t i = 0; i < end; ++i) {
      jobject next = i == 0 ? FromRoot(path)
                     : at != nullptr
                         ? reader_.Follow(at, path.steps[i - 1].node, path.steps[i].slot)
                         : nullptr;
      if (at != nullptr) jni_->DeleteLocalRef(at);
      at = Arrive(next, path.steps[i].node);
    }
    if (at != nullptr) jni_->DeleteLocalRef(at);
    if (end < path.steps.size()) {
      jobject target = Arrive(nullptr, path.steps.back().node);
      if (target != nullptr) jni_->DeleteLocalRef(target);
    }
  }

 private:
  jobject FromRoot(const RootPath& path) {
    const Root& root = graph_.root(path.root);
    jclass klass = root.kind == RootKind::kStaticField ? anchors_.OfClass(root.klass) : nullptr;
    return klass == nullptr ? nullptr : reader_.StaticField(klass, root.klass, root.field);
  }

  // `found` is what the reference before led to, or null. A local reference of the node, or null.
  jobject Arrive(jobject found, NodeId node) {
    if (found != nullptr && !reader_.Is(found, node)) {
      jni_->DeleteLocalRef(found);
      found = nullptr;
    }
    if (found == nullptr) {
      jobject anchor = anchors_.OfNode(node);
      if (anchor != nullptr && reader_.Is(anchor, node)) found = jni_->NewLocalRef(anchor);
    }
    if (found != nullptr) writer_.Write(found, node);
    return found;
  }

  JNIEnv* jni_;
  const HeapGraph& graph_;
  ObjectReader& reader_;
  const Anchors& anchors_;
  DetailWriter& writer_;
};

}  // namespace

void AddPathDetails(JavaVM* vm, JNIEnv* jni, const PathDetailsRequest& request, HeapGraph& graph) {
  if (request.paths.empty()) return;
  absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm);
  LocalFrame frame(jni, kFrameCapacity);
  if (!jvmti.ok() || !frame.ok()) return;
  ObjectReader reader(jvmti->get(), jni, &graph);
  Anchors anchors(jvmti->get(), jni, &graph, &reader);
  anchors.Find(request);
  DetailWriter writer(jvmti->get(), jni, &reader, request.fields, &graph);
  PathFollower follower(jni, &graph, &reader, &anchors, &writer);
  const auto end = Clock::now() + kMostTime;
  for (const RootPath* path : request.paths) {
    follower.Follow(*path);
    if (Clock::now() > end) return;
  }
}

}  // namespace taproot
