#include "capture/fork/frozen_capture.h"

#include <chrono>
#include <numeric>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/array_contents_log.h"
#include "capture/follow/class_names.h"
#include "capture/fork/frozen_details.h"
#include "capture/fork/frozen_roots.h"
#include "capture/fork/graph_filling.h"
#include "capture/fork/heap_tracer.h"
#include "capture/memory_guard.h"

namespace taproot {
namespace {

constexpr uint64_t kBytesPerNode = 16;
constexpr uint64_t kBytesPerReference = 8;

// HotSpot's BasicType of an element as JVMTI names it.
jvmtiPrimitiveType PrimitiveType(uint8_t basic_type) {
  constexpr uint8_t kBoolean = 4;
  constexpr jvmtiPrimitiveType kTypes[] = {
      JVMTI_PRIMITIVE_TYPE_BOOLEAN, JVMTI_PRIMITIVE_TYPE_CHAR, JVMTI_PRIMITIVE_TYPE_FLOAT,
      JVMTI_PRIMITIVE_TYPE_DOUBLE,  JVMTI_PRIMITIVE_TYPE_BYTE, JVMTI_PRIMITIVE_TYPE_SHORT,
      JVMTI_PRIMITIVE_TYPE_INT,     JVMTI_PRIMITIVE_TYPE_LONG,
  };
  return kTypes[(basic_type - kBoolean) & 7];
}

// One capture, step by step.
class FrozenReader {
 public:
  FrozenReader(const FrozenScene* scene, Progress* progress, FrozenCapture* capture)
      : scene_(*scene), progress_(progress), out_(*capture) {}

  absl::Status Read();

 private:
  std::vector<Address> TraceRoots() const;
  std::vector<Address> Inputs() const;
  absl::Status ReadClasses();
  absl::StatusOr<TraceCounts> Trace();
  absl::StatusOr<FilledRows> ReadObjects();
  void AddRoots(std::span<const ClassId> class_of);
  absl::Status Finish();
  void AddStrangeMirrors(const std::vector<NodeId>& mirrors);
  void SetMirrorsAndLoaders();
  absl::Status AddContents(std::span<const ClassId> class_of);
  void AddWatched();
  HeapGraphBuilder& builder() { return *out_.builder; }

  const FrozenScene& scene_;
  Progress* const progress_;
  FrozenCapture& out_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::string> notes_;
};

// What the VM told, and the mirrors of all classes that are never unloaded. FollowReferences does
// not start from those of the platform and app loaders, but their static fields are roots.
std::vector<Address> FrozenReader::TraceRoots() const {
  std::vector<Address> roots;
  roots.reserve(scene_.roots.size() + out_.classes->size());
  for (const LoggedRoot& root : scene_.roots) {
    if (root.key != 0) roots.push_back(root.key);
  }
  for (size_t i = 0; i < out_.classes->size(); ++i) {
    const ClassId id(i);
    const Address mirror = out_.classes->mirror(id);
    if (mirror != 0 && out_.classes->java_class(id).is_builtin() && out_.classes->IsPrepared(id)) {
      roots.push_back(mirror);
    }
  }
  return roots;
}

std::vector<Address> FrozenReader::Inputs() const {
  std::vector<Address> inputs;
  inputs.reserve(scene_.inputs.size());
  for (jobject input : scene_.inputs) inputs.push_back(FrozenHeap::LoadJobject(input));
  return inputs;
}

absl::Status FrozenReader::Read() {
  out_.heap = std::make_unique<FrozenHeap>(scene_.layout);
  out_.builder = std::make_unique<HeapGraphBuilder>();
  if (absl::Status s = ReadClasses(); !s.ok()) return s;
  absl::StatusOr<FilledRows> filled = ReadObjects();
  if (!filled.ok()) return filled.status();
  builder().AdoptRows(filled->rows);
  AddStrangeMirrors(filled->strange_mirrors);
  SetMirrorsAndLoaders();
  AddRoots(filled->class_of);
  if (scene_.contents) {
    if (absl::Status s = AddContents(filled->class_of); !s.ok()) return s;
  }
  for (const auto& [node, bytes] :
       FrozenNativeBytes(*out_.heap, *out_.classes, *out_.nodes, filled->class_of)) {
    builder().AddNativeBytes(node, bytes);
  }
  AddWatched();
  return Finish();
}

absl::Status FrozenReader::ReadClasses() {
  const KnownLoaders loaders = {FrozenHeap::LoadJobject(scene_.platform_loader),
                                FrozenHeap::LoadJobject(scene_.app_loader),
                                FrozenHeap::LoadJobject(scene_.system_loader)};
  if (progress_ != nullptr) progress_->Begin("reading the classes");
  absl::StatusOr<ClassTable> classes = ClassTable::Read(out_.heap.get(), loaders, &builder());
  if (!classes.ok()) return classes.status();
  out_.classes = std::make_unique<ClassTable>(*std::move(classes));
  out_.methods = std::make_unique<FrozenMethods>(out_.heap.get(), &builder());
  return absl::OkStatus();
}

// What the frames of parked threads hold leads to more objects, among them more threads.
absl::StatusOr<TraceCounts> FrozenReader::Trace() {
  auto trace = [&](absl::Span<const Address> roots) {
    return TraceHeap(*out_.heap, *out_.classes, roots, *out_.nodes, progress_);
  };
  absl::StatusOr<TraceCounts> counts = trace(scene_.inputs_only ? Inputs() : TraceRoots());
  if (!counts.ok() || counts->parked.empty()) return counts;
  out_.parked =
      std::make_unique<ParkedStacks>(out_.heap.get(), out_.classes.get(), out_.nodes.get());
  std::vector<Address> found = counts->parked;
  for (std::vector<Address> held; !(held = out_.parked->Resolve(found)).empty();) {
    absl::StatusOr<TraceCounts> more = trace(held);
    if (!more.ok()) return more.status();
    counts->Add(*more);
    found = std::move(more->parked);
  }
  for (const auto& [holder, held] : out_.parked->held()) {
    counts->ReferencesOf(*out_.heap, holder) += held.size();
  }
  return counts;
}

absl::StatusOr<FilledRows> FrozenReader::ReadObjects() {
  const VmLayout& layout = scene_.layout;
  out_.nodes =
      std::make_unique<NodeIndex>(layout.heap_begin, layout.heap_end, layout.object_alignment);
  absl::StatusOr<TraceCounts> counts = Trace();
  if (!counts.ok()) return counts.status();
  const uint64_t references =
      std::accumulate(counts->references.begin(), counts->references.end(), uint64_t{0});
  const uint64_t need = kBytesPerNode * counts->objects + kBytesPerReference * references;
  if (absl::Status s = CheckMemory(need); !s.ok()) return s;
  if (absl::Status s = out_.nodes->Number(); !s.ok()) return s;
  return FillRows(*out_.heap, *out_.classes, *out_.nodes, out_.parked.get(), *counts, progress_);
}

void FrozenReader::AddRoots(std::span<const ClassId> class_of) {
  if (out_.parked != nullptr) out_.parked->AddFrameLocals(*out_.methods, builder());
  if (scene_.inputs_only) {
    builder().SetRootsOfClasses(false);
    for (Address input : Inputs()) {
      const NodeId node = out_.nodes->Find(input);
      if (node.valid()) builder().AddRoot({.kind = RootKind::kInput, .node = node});
    }
    return;
  }
  const bool all = AddFrozenRoots(scene_, *out_.heap, *out_.classes, *out_.nodes, class_of,
                                  *out_.methods, builder(), out_.parked.get());
  if (!all && scene_.max_virtual_threads > 0) {
    notes_.push_back(absl::StrCat("only the first ", scene_.max_virtual_threads,
                                  " virtual threads were looked at"));
  }
}

absl::Status FrozenReader::Finish() {
  CaptureInfo info = scene_.info;
  info.total_ms +=
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_).count();
  info.notes.insert(info.notes.end(), notes_.begin(), notes_.end());
  builder().SetVm(scene_.vm);
  builder().SetCapture(std::move(info));
  absl::StatusOr<HeapGraph> graph = std::move(builder()).Build();
  if (!graph.ok()) return graph.status();
  out_.capture.emplace(Capture{*std::move(graph), {}, {}});
  for (Address input : Inputs()) out_.capture->inputs.push_back(out_.nodes->Find(input));
  return absl::OkStatus();
}

// The same words as those of a capture by FollowReferences.
void FrozenReader::AddStrangeMirrors(const std::vector<NodeId>& mirrors) {
  for (NodeId node : mirrors) {
    const Address klass = out_.heap->MirroredKlass(out_.nodes->AddressOf(node));
    const ClassName name = ParseVmName(out_.heap->Symbol(out_.heap->NameOf(klass)));
    builder().AddClass({.name = name.name,
                        .mirror = node,
                        .loader_kind = LoaderKind::kCustom,
                        .loader_name = std::string(kNotLoaded),
                        .is_array = name.is_array});
  }
}

void FrozenReader::SetMirrorsAndLoaders() {
  for (size_t i = 0; i < out_.classes->size(); ++i) {
    const ClassId id(i);
    JavaClass& java_class = builder().java_class(id);
    java_class.mirror = out_.nodes->Find(out_.classes->mirror(id));
    java_class.loader = out_.nodes->Find(out_.classes->loader(id));
  }
}

absl::Status FrozenReader::AddContents(std::span<const ClassId> class_of) {
  ArrayContentsLog log;
  Stride stride(progress_, "looking into arrays", class_of.size());
  absl::Status status;
  out_.nodes->ForEachIn(0, out_.nodes->words(), [&](NodeId node, Address array) {
    const ClassPlan& plan = out_.classes->plan(class_of[node.value]);
    if (!status.ok() || plan.shape != ClassPlan::Shape::kPrimitiveArray) return;
    const auto* elements = PointerTo<void>(array + plan.size);
    const auto length = static_cast<jint>(out_.heap->ArrayLength(array));
    if (!log.Note(array, PrimitiveType(plan.element_type), elements, length)) {
      status = absl::ResourceExhaustedError("no memory left for the contents of arrays");
    } else if (!stride.Step()) {
      status = absl::CancelledError("cancelled");
    }
  });
  if (!status.ok()) return status;
  builder().SetContents(log.Resolve([this](ObjectKey key) { return out_.nodes->Find(key); }));
  return absl::OkStatus();
}

void FrozenReader::AddWatched() {
  for (size_t i = 0; i < scene_.watched.size(); ++i) {
    WatchedObject watched = scene_.watched[i];
    watched.node = out_.nodes->Find(FrozenHeap::LoadJobject(scene_.watched_handles[i]));
    builder().AddWatched(std::move(watched));
  }
}

}  // namespace

absl::StatusOr<FrozenCapture> CaptureFrozen(const FrozenScene& scene, Progress* progress) {
  FrozenCapture capture;
  if (absl::Status s = FrozenReader(&scene, progress, &capture).Read(); !s.ok()) return s;
  return capture;
}

}  // namespace taproot
