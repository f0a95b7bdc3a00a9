// Puts the parts of a capture by FollowReferences together; see capture/capture.h.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/capture.h"
#include "capture/follow/address_layout.h"
#include "capture/follow/class_catalog.h"
#include "capture/follow/graph_assembly.h"
#include "capture/follow/heap_walk.h"
#include "capture/follow/mark_table.h"
#include "capture/follow/mirror_fields.h"
#include "capture/follow/plumbing_list.h"
#include "capture/follow/root_resolver.h"
#include "capture/jvm.h"
#include "capture/vm_description.h"

namespace taproot {
namespace {

constexpr jint kFrameCapacity = 256;
// With a tag on every object it takes long to find the few that are wanted.
constexpr uint32_t kMaxCollectedByTags = 500;

using Clock = std::chrono::steady_clock;

double MillisSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

absl::StatusOr<JvmtiEnvironment> MakeEnvironment(JavaVM* vm) {
  // None of these costs the application anything (see docs/architecture.md).
  jvmtiCapabilities wanted = {};
  wanted.can_tag_objects = 1;
  wanted.can_get_line_numbers = 1;
  wanted.can_get_source_file_name = 1;
  return JvmtiEnvironment::Create(vm, wanted);
}

// The layout is a property of libjvm.so: found once, checked by every walk. What only went wrong
// this time, for want of memory say, is tried again the next time.
absl::StatusOr<AddressLayout> ProcessLayout(jvmtiEnv* jvmti, JNIEnv* jni) {
  static std::optional<absl::StatusOr<AddressLayout>> known;  // one capture at a time
  if (known) return *known;
  absl::StatusOr<AddressLayout> found = FindAddressLayout(jvmti, jni);
  if (found.ok() || absl::IsUnavailable(found.status())) known = found;
  if (found.ok()) return found;
  return absl::UnavailableError(found.status().message());
}

class FollowCapture {
 public:
  FollowCapture(jvmtiEnv* jvmti, JNIEnv* jni, const CaptureRequest& request,
                std::optional<AddressLayout> layout)
      : jvmti_(jvmti),
        jni_(jni),
        request_(request),
        by_tags_(!layout),
        catalog_(jvmti, jni, &marks_, &builder_, request.collect),
        plumbing_(jvmti, jni, &marks_),
        mirror_fields_(jni, &plumbing_),
        roots_(jvmti, jni, &marks_, &builder_),
        walk_(&marks_, layout,
              {request.whole_heap, request.walk,
               layout ? request.max_collected
                      : std::min(request.max_collected, kMaxCollectedByTags)}) {}

  // Everything that needs the tags; afterwards the environment can go.
  absl::Status Walk();
  absl::StatusOr<Capture> Assemble(CaptureInfo info, Clock::time_point begin);
  // To be asked once the environment is gone. With a tag on every object the VM can hardly reach a
  // safepoint until then, so all of it counts as standstill.
  double pause_ms() const {
    return walk_.pause_ms() + (by_tags_ && walked_at_ ? MillisSince(*walked_at_) : 0);
  }

 private:
  absl::StatusOr<uint32_t> MarkObject(jobject object);
  absl::Status MarkWatched();
  absl::Status MarkInputs();
  absl::Status DescribeLoadedClasses();
  absl::Status PrepareClass(jclass klass);
  bool MatterToASubgraph(jclass klass) const;
  absl::Status DescribeNewMirrors();
  absl::Status VisitCollected();
  absl::Status ForEachMarked(const std::vector<uint32_t>& marks,
                             absl::FunctionRef<absl::Status(jobject, uint32_t)> visit);
  absl::Status ReadNativeBytes(jobject buffer, uint32_t mark);
  void AddWatched(WatchedObject watched, uint32_t mark);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  const CaptureRequest& request_;
  const bool by_tags_;
  std::optional<Clock::time_point> walked_at_;
  MarkTable marks_;
  HeapGraphBuilder builder_;
  ClassCatalog catalog_;
  PlumbingList plumbing_;
  MirrorFields mirror_fields_;
  RootResolver roots_;
  HeapWalk walk_;
  VmInfo vm_;
  std::vector<jclass> subgraph_bases_;  // local references of the frame
  std::vector<WatchedObject> watched_;
  std::vector<uint32_t> watched_marks_;
  std::vector<uint32_t> input_marks_;                        // Mark::kNone for null
  std::vector<std::pair<uint32_t, uint64_t>> native_bytes_;  // by mark
};

absl::StatusOr<uint32_t> FollowCapture::MarkObject(jobject object) {
  jlong tag = 0;
  if (absl::Status s = JvmtiStatus(jvmti_->GetTag(object, &tag), "GetTag"); !s.ok()) return s;
  if (MarkTable::IsMark(tag)) return MarkTable::IndexOf(tag);
  const uint32_t mark = marks_.Add({});
  absl::Status tagged = JvmtiStatus(jvmti_->SetTag(object, MarkTable::TagOf(mark)), "SetTag");
  if (!tagged.ok()) return tagged;
  return mark;
}

absl::Status FollowCapture::Walk() {
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
  jobject initial = request_.whole_heap ? nullptr : plumbing_.array();
  if (absl::Status s = walk_.Run(jvmti_, initial); !s.ok()) return s;
  walked_at_ = Clock::now();
  if (absl::Status s = DescribeNewMirrors(); !s.ok()) return s;
  roots_.Resolve(walk_.roots());
  return VisitCollected();
}

absl::Status FollowCapture::MarkInputs() {
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

absl::Status FollowCapture::MarkWatched() {
  if (!request_.for_each_watched) return absl::OkStatus();
  return request_.for_each_watched(jni_, [&](jobject object, const WatchedObject& watched) {
    absl::StatusOr<uint32_t> mark = MarkObject(object);
    if (!mark.ok()) return mark.status();
    AddWatched(watched, *mark);
    return absl::OkStatus();
  });
}

void FollowCapture::AddWatched(WatchedObject watched, uint32_t mark) {
  marks_[mark].watched = static_cast<uint32_t>(watched_.size());
  watched_.push_back(std::move(watched));
  watched_marks_.push_back(mark);
}

absl::Status FollowCapture::DescribeLoadedClasses() {
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

absl::Status FollowCapture::PrepareClass(jclass klass) {
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
bool FollowCapture::MatterToASubgraph(jclass klass) const {
  for (jclass base : subgraph_bases_) {
    if (jni_->IsAssignableFrom(klass, base)) return true;
  }
  return false;
}

absl::Status FollowCapture::ForEachMarked(
    const std::vector<uint32_t>& marks, absl::FunctionRef<absl::Status(jobject, uint32_t)> visit) {
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

absl::Status FollowCapture::DescribeNewMirrors() {
  absl::Status described = ForEachMarked(walk_.new_mirrors(), [&](jobject mirror, uint32_t mark) {
    return catalog_.DescribeMet(static_cast<jclass>(mirror), mark,
                                marks_[mark].Is(Mark::kHasInstances));
  });
  if (!described.ok()) return described;
  for (uint32_t mark : walk_.new_mirrors()) catalog_.DescribeIfLost(mark);
  return absl::OkStatus();
}

absl::Status FollowCapture::VisitCollected() {
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
absl::Status FollowCapture::ReadNativeBytes(jobject buffer, uint32_t mark) {
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

absl::StatusOr<Capture> FollowCapture::Assemble(CaptureInfo info, Clock::time_point begin) {
  GraphAssembly assembly(&walk_, &marks_, &catalog_, &plumbing_);
  if (absl::Status s = assembly.NumberNodes(); !s.ok()) return s;
  if (absl::Status s = assembly.Fill(builder_); !s.ok()) return s;
  roots_.AddRoots(assembly.index());
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
  builder_.SetVm(vm_);
  info.total_ms = MillisSince(begin);
  builder_.SetCapture(std::move(info));
  absl::StatusOr<HeapGraph> graph = std::move(builder_).Build();
  if (!graph.ok()) return graph.status();
  return Capture{*std::move(graph), std::move(inputs), walk_.stops()};
}

absl::StatusOr<Capture> CaptureOnce(JavaVM* vm, JNIEnv* jni, const CaptureRequest& request,
                                    bool by_address, std::string fallback_reason,
                                    double& pause_ms) {
  const auto begin = Clock::now();
  CaptureInfo info;
  info.engine = "follow";
  info.identity = by_address ? "address" : "tags";
  info.fallback_reason = std::move(fallback_reason);
  info.captured_at_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
  std::unique_ptr<FollowCapture> capture;
  absl::Status walked;
  {
    absl::StatusOr<JvmtiEnvironment> jvmti = MakeEnvironment(vm);
    if (!jvmti.ok()) return jvmti.status();
    std::optional<AddressLayout> layout;
    if (by_address) {
      const absl::StatusOr<AddressLayout> found = ProcessLayout(jvmti->get(), jni);
      if (!found.ok()) return found.status();
      layout = *found;
    }
    capture = std::make_unique<FollowCapture>(jvmti->get(), jni, request, layout);
    walked = capture->Walk();
  }
  pause_ms += capture->pause_ms();
  if (!walked.ok()) return walked;
  info.pause_ms = pause_ms;
  return capture->Assemble(std::move(info), begin);
}

// Whether tags could succeed where addresses did not.
bool IsAboutAddresses(const absl::Status& status) {
  return absl::IsDataLoss(status) || absl::IsUnavailable(status);
}

}  // namespace

absl::StatusOr<Capture> CaptureByFollowing(JavaVM* vm, JNIEnv* jni, const CaptureRequest& request) {
  double pause_ms = 0;  // of all tries
  if (request.identity == IdentityChoice::kTags) {
    return CaptureOnce(vm, jni, request, false, "", pause_ms);
  }
  absl::StatusOr<Capture> capture = CaptureOnce(vm, jni, request, true, "", pause_ms);
  if (capture.ok() || request.identity == IdentityChoice::kAddress ||
      !IsAboutAddresses(capture.status())) {
    return capture;
  }
  return CaptureOnce(vm, jni, request, false, std::string(capture.status().message()), pause_ms);
}

}  // namespace taproot
