#include "capture/follow/capture_run.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "capture/follow/graph_assembly.h"
#include "capture/jvm.h"
#include "capture/vm_description.h"

namespace taproot {
namespace {

constexpr jint kFrameCapacity = 256;
// With a tag on every object it takes long to find the few that are wanted.
constexpr uint32_t kMaxCollectedByTags = 500;
// For the progress: what a reference stands for in a heap of small objects.
constexpr uint64_t kBytesPerReference = 32;

double MillisSince(CaptureRun::Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(CaptureRun::Clock::now() - begin).count();
}

uint32_t MaxVirtualThreads(const CaptureRequest& request, bool by_tags) {
  if (!request.stacks) return 0;
  return by_tags ? std::min(request.max_virtual_threads, kMaxCollectedByTags)
                 : request.max_virtual_threads;
}

absl::Status CheckCancelled(const CaptureRequest& request) {
  if (request.progress == nullptr || !request.progress->cancelled()) return absl::OkStatus();
  return absl::CancelledError("cancelled");
}

}  // namespace

CaptureRun::CaptureRun(jvmtiEnv* jvmti, JNIEnv* jni, const CaptureRequest& request,
                       std::optional<AddressLayout> layout)
    : jvmti_(jvmti),
      jni_(jni),
      request_(request),
      by_tags_(!layout),
      catalog_(jvmti, jni, &marks_, &builder_, request.collect),
      plumbing_(jvmti, jni, &marks_),
      mirror_fields_(jni, &plumbing_),
      roots_(jvmti, jni, &marks_, &builder_),
      contents_(request.contents ? std::optional<ArrayContentsLog>(std::in_place) : std::nullopt),
      walk_(&marks_, layout,
            {request.whole_heap, request.walk,
             layout ? request.max_collected : std::min(request.max_collected, kMaxCollectedByTags),
             contents_ ? &*contents_ : nullptr, MaxVirtualThreads(request, !layout),
             request.progress}) {}

double CaptureRun::pause_ms() const {
  return walk_.pause_ms() + stacks_ms_ + (by_tags_ && walked_at_ ? MillisSince(*walked_at_) : 0);
}

absl::StatusOr<uint32_t> CaptureRun::MarkObject(jobject object) {
  jlong tag = 0;
  if (absl::Status s = JvmtiStatus(jvmti_->GetTag(object, &tag), "GetTag"); !s.ok()) return s;
  if (MarkTable::IsMark(tag)) return MarkTable::IndexOf(tag);
  const uint32_t mark = marks_.Add({});
  absl::Status tagged = JvmtiStatus(jvmti_->SetTag(object, MarkTable::TagOf(mark)), "SetTag");
  if (!tagged.ok()) return tagged;
  return mark;
}

absl::Status CaptureRun::Walk() {
  LocalFrame frame(jni_, kFrameCapacity);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  vm_ = DescribeVm(jvmti_, jni_);
  if (absl::Status s = catalog_.Begin(); !s.ok()) return s;
  if (absl::Status s = plumbing_.Begin(); !s.ok()) return s;
  const JavaClass class_class = builder_.java_class(catalog_.class_class());
  if (absl::Status s = mirror_fields_.Begin(jvmti_, class_class); !s.ok()) return s;
  if (absl::Status s = MarkInputs(); !s.ok()) return s;
  if (absl::Status s = DescribeLoadedClasses(); !s.ok()) return s;
  if (request_.whole_heap) {
    if (absl::Status s = roots_.MarkThreads(); !s.ok()) return s;
    if (absl::Status s = MarkWatched(); !s.ok()) return s;
  }
  if (request_.stacks) {
    absl::StatusOr<ThreadStacks> stacks = ThreadStacks::Open(jvmti_, jni_);
    if (!stacks.ok()) return stacks.status();
    stacks_ = *std::move(stacks);
  }
  if (absl::Status s = CheckCancelled(request_); !s.ok()) return s;
  jobject initial = request_.whole_heap ? nullptr : plumbing_.array();
  const auto heap_used = static_cast<uint64_t>(std::max<int64_t>(vm_.heap_used, 0));
  if (absl::Status s = walk_.Run(jvmti_, initial, heap_used / kBytesPerReference); !s.ok()) {
    return s;
  }
  walked_at_ = Clock::now();
  // First of all: threads move on.
  ReadPlatformStacks();
  if (absl::Status s = DescribeNewMirrors(); !s.ok()) return s;
  roots_.Resolve(walk_.roots());
  roots_.ResolveFrameLocals(walk_.frame_locals());
  for (const ThreadStack& stack : platform_stacks_) roots_.AddPlatformStack(stack);
  if (absl::Status s = ReadVirtualThreads(); !s.ok()) return s;
  return VisitCollected();
}

// Without stacks a capture still tells what the walk saw in frames.
void CaptureRun::ReadPlatformStacks() {
  if (!stacks_) return;
  const auto begin = Clock::now();
  absl::StatusOr<std::vector<ThreadStack>> stacks = stacks_->OfPlatformThreads();
  if (!by_tags_) stacks_ms_ = MillisSince(begin);  // with tags that counts as standstill anyway
  stacks_read_ = stacks.status();
  if (stacks.ok()) platform_stacks_ = *std::move(stacks);
}

absl::Status CaptureRun::ReadVirtualThreads() {
  if (!stacks_) return absl::OkStatus();
  return ForEachMarked(walk_.virtual_threads(), [&](jobject thread, uint32_t mark) {
    const std::optional<ThreadStack> stack = stacks_->OfVirtualThread(thread);
    if (stack) roots_.AddVirtualThread(*stack, mark);
    return CheckCancelled(request_);
  });
}

absl::Status CaptureRun::MarkInputs() {
  const jsize count = request_.inputs == nullptr ? 0 : jni_->GetArrayLength(request_.inputs);
  if (!request_.whole_heap && (count == 0 || count > PlumbingList::kChunk)) {
    return absl::InvalidArgumentError(
        absl::StrCat("give 1 to ", PlumbingList::kChunk, " objects, not ", count));
  }
  for (jsize i = 0; i < count; ++i) {
    jobject object = jni_->GetObjectArrayElement(request_.inputs, i);
    if (object == nullptr) {
      input_marks_.push_back(Mark::kNone);
      continue;
    }
    absl::StatusOr<uint32_t> mark = MarkObject(object);
    absl::Status added = request_.whole_heap ? absl::OkStatus() : plumbing_.Add(object, {});
    jni_->DeleteLocalRef(object);
    if (!mark.ok()) return mark.status();
    if (!added.ok()) return added;
    input_marks_.push_back(*mark);
  }
  if (!request_.whole_heap && plumbing_.size() == 0) {
    return absl::InvalidArgumentError("all objects given are null");
  }
  return absl::OkStatus();
}

absl::Status CaptureRun::MarkWatched() {
  if (!request_.for_each_watched) return absl::OkStatus();
  return request_.for_each_watched(jni_, [&](jobject object, const WatchedObject& watched) {
    absl::StatusOr<uint32_t> mark = MarkObject(object);
    if (!mark.ok()) return mark.status();
    AddWatched(watched, *mark);
    return absl::OkStatus();
  });
}

void CaptureRun::AddWatched(WatchedObject watched, uint32_t mark) {
  marks_[mark].watched = static_cast<uint32_t>(watched_.size());
  watched_.push_back(std::move(watched));
  watched_marks_.push_back(mark);
}

absl::Status CaptureRun::DescribeLoadedClasses() {
  if (!request_.whole_heap) {
    for (const char* name : {"java/lang/ClassLoader", "java/lang/Thread", "java/lang/ref/Reference",
                             "java/nio/ByteBuffer"}) {
      absl::StatusOr<jclass> base = FindBootClass(jni_, name);
      if (!base.ok()) return base.status();
      subgraph_bases_.push_back(*base);
    }
  }
  jint count = 0;
  JvmtiMemory<jclass> classes(jvmti_);
  if (absl::Status s =
          JvmtiStatus(jvmti_->GetLoadedClasses(&count, classes.out()), "GetLoadedClasses");
      !s.ok()) {
    return s;
  }
  absl::Status status;
  for (jint i = 0; i < count; ++i) {
    if (status.ok()) status = PrepareClass(classes[i]);
    jni_->DeleteLocalRef(classes[i]);
  }
  return status;
}

absl::Status CaptureRun::PrepareClass(jclass klass) {
  if (!request_.whole_heap && !MatterToASubgraph(klass)) return absl::OkStatus();
  // A class that is not linked yet has no fields to describe. Should it be used before the walk
  // comes, the walk marks it and it is described then.
  jint status = 0;
  if (jvmti_->GetClassStatus(klass, &status) != JVMTI_ERROR_NONE ||
      (status & (JVMTI_CLASS_STATUS_PREPARED | JVMTI_CLASS_STATUS_ARRAY)) == 0) {
    return absl::OkStatus();
  }
  absl::StatusOr<ClassId> id = catalog_.Describe(klass);
  if (!id.ok() || !id->valid() || !request_.whole_heap) return id.status();
  // FollowReferences does not start from the classes of the platform and app loaders.
  if (builder_.java_class(*id).is_builtin()) {
    if (absl::Status added = plumbing_.Add(klass, {}); !added.ok()) return added;
  }
  return mirror_fields_.Add(klass, *id, builder_.java_class(*id));
}

// A walk from an object must recognise where it stops; all other classes it describes as it meets
// them, so that a small walk stays small.
bool CaptureRun::MatterToASubgraph(jclass klass) const {
  for (jclass base : subgraph_bases_) {
    if (jni_->IsAssignableFrom(klass, base)) return true;
  }
  return false;
}

absl::Status CaptureRun::ForEachMarked(const std::vector<uint32_t>& marks,
                                       absl::FunctionRef<absl::Status(jobject, uint32_t)> visit) {
  std::vector<jlong> tags;
  tags.reserve(marks.size());
  for (uint32_t mark : marks) tags.push_back(MarkTable::TagOf(mark));
  absl::Status visited;
  absl::Status asked = ForEachTagged(jvmti_, tags, [&](jlong tag, jobject object) {
    if (visited.ok()) visited = visit(object, MarkTable::IndexOf(tag));
    jni_->DeleteLocalRef(object);
  });
  return asked.ok() ? visited : asked;
}

absl::Status CaptureRun::DescribeNewMirrors() {
  absl::Status described = ForEachMarked(walk_.new_mirrors(), [&](jobject mirror, uint32_t mark) {
    return catalog_.DescribeMet(static_cast<jclass>(mirror), mark,
                                marks_[mark].Is(Mark::kHasInstances));
  });
  if (!described.ok()) return described;
  for (uint32_t mark : walk_.new_mirrors()) catalog_.DescribeIfLost(mark);
  return absl::OkStatus();
}

absl::Status CaptureRun::VisitCollected() {
  absl::Status read = ForEachMarked(walk_.buffers(), [&](jobject buffer, uint32_t mark) {
    return ReadNativeBytes(buffer, mark);
  });
  if (!read.ok() || !request_.on_collected) return read;
  return ForEachMarked(walk_.collected(), [&](jobject object, uint32_t mark) {
    std::optional<WatchedObject> watched = request_.on_collected(jni_, object);
    if (watched && marks_[mark].watched == Mark::kNone) AddWatched(*std::move(watched), mark);
    return TakeException(jni_, "visiting an instance");
  });
}

// A buffer that is attached to something is a view of that.
absl::Status CaptureRun::ReadNativeBytes(jobject buffer, uint32_t mark) {
  LocalFrame frame(jni_, 8);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  jclass klass = jni_->GetObjectClass(buffer);
  absl::StatusOr<jfieldID> capacity = FindField(jni_, klass, "capacity", "I");
  absl::StatusOr<jfieldID> attached = FindField(jni_, klass, "att", "Ljava/lang/Object;");
  if (!capacity.ok() || !attached.ok()) return absl::OkStatus();
  if (jni_->GetObjectField(buffer, *attached) != nullptr) return absl::OkStatus();
  const jint bytes = jni_->GetIntField(buffer, *capacity);
  if (bytes > 0) native_bytes_.emplace_back(mark, static_cast<uint64_t>(bytes));
  return absl::OkStatus();
}

absl::StatusOr<Capture> CaptureRun::Assemble(CaptureInfo info, Clock::time_point begin) {
  GraphAssembly assembly(&walk_, &marks_, &catalog_, &plumbing_);
  if (request_.progress != nullptr) request_.progress->Begin("building the graph");
  if (absl::Status s = CheckCancelled(request_); !s.ok()) return s;
  if (absl::Status s = assembly.NumberNodes(); !s.ok()) return s;
  if (absl::Status s = CheckCancelled(request_); !s.ok()) return s;
  if (absl::Status s = assembly.Fill(builder_); !s.ok()) return s;
  if (absl::Status s = CheckCancelled(request_); !s.ok()) return s;
  roots_.AddRoots(assembly.index());
  if (contents_) {
    builder_.SetContents(
        contents_->Resolve([&assembly](ObjectKey key) { return assembly.index().Find(key); }));
  }
  builder_.SetRootsOfClasses(request_.whole_heap);
  for (size_t i = 0; i < watched_.size(); ++i) {
    watched_[i].node = assembly.NodeOfMark(watched_marks_[i]);
    builder_.AddWatched(watched_[i]);
  }
  for (const auto& [mark, bytes] : native_bytes_) {
    const NodeId node = assembly.NodeOfMark(mark);
    if (node.valid()) builder_.AddNativeBytes(node, bytes);
  }
  std::vector<NodeId> inputs;
  for (uint32_t mark : input_marks_) {
    inputs.push_back(mark == Mark::kNone ? NodeId() : assembly.NodeOfMark(mark));
    if (!request_.whole_heap && inputs.back().valid()) {
      builder_.AddRoot({.kind = RootKind::kInput, .node = inputs.back()});
    }
  }
  if (!walk_.collected_all()) {
    info.notes.push_back(absl::StrCat("only the first ", walk_.collected().size(),
                                      " instances of the classes asked for were looked at"));
  }
  if (!walk_.all_buffers()) {
    info.notes.push_back(absl::StrCat("native bytes count the first ", walk_.buffers().size(),
                                      " direct buffers only"));
  }
  if (!stacks_read_.ok()) {
    info.notes.push_back(absl::StrCat("no stacks were read: ", stacks_read_.message()));
  }
  if (stacks_ && !walk_.all_virtual_threads()) {
    info.notes.push_back(absl::StrCat("only the first ", walk_.virtual_threads().size(),
                                      " virtual threads were looked at"));
  }
  builder_.SetVm(vm_);
  info.total_ms = MillisSince(begin);
  builder_.SetCapture(std::move(info));
  absl::StatusOr<HeapGraph> graph = std::move(builder_).Build();
  if (!graph.ok()) return graph.status();
  return Capture{*std::move(graph), std::move(inputs), walk_.stops()};
}

}  // namespace taproot
