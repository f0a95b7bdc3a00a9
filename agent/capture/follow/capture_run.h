// One capture by FollowReferences from beginning to end, with what it knows by then.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "capture/capture.h"
#include "capture/follow/address_layout.h"
#include "capture/follow/class_catalog.h"
#include "capture/follow/heap_walk.h"
#include "capture/follow/mark_table.h"
#include "capture/follow/mirror_fields.h"
#include "capture/follow/plumbing_list.h"
#include "capture/follow/root_resolver.h"
#include "capture/thread_stacks.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

class CaptureRun {
 public:
  using Clock = std::chrono::steady_clock;

  // `request` outlives the run. With no layout objects are known by tags.
  CaptureRun(jvmtiEnv* jvmti, JNIEnv* jni, const CaptureRequest& request,
             std::optional<AddressLayout> layout);

  // Everything that needs the tags; afterwards the environment can go.
  absl::Status Walk();
  absl::StatusOr<Capture> Assemble(CaptureInfo info, Clock::time_point begin);
  // To be asked once the environment is gone. With a tag on every object the VM can hardly reach a
  // safepoint until then, so all of it counts as standstill.
  double pause_ms() const;

 private:
  absl::StatusOr<uint32_t> MarkObject(jobject object);
  absl::Status MarkWatched();
  absl::Status MarkInputs();
  absl::Status DescribeLoadedClasses();
  absl::Status PrepareClass(jclass klass);
  bool MatterToASubgraph(jclass klass) const;
  absl::Status DescribeNewMirrors();
  void ReadPlatformStacks();
  absl::Status ReadVirtualThreads();
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
  std::optional<ArrayContentsLog> contents_;
  HeapWalk walk_;
  std::optional<ThreadStacks> stacks_;  // if wanted
  std::vector<ThreadStack> platform_stacks_;
  absl::Status stacks_read_;
  double stacks_ms_ = 0;
  VmInfo vm_;
  std::vector<jclass> subgraph_bases_;  // local references of the frame
  std::vector<WatchedObject> watched_;
  std::vector<uint32_t> watched_marks_;
  std::vector<uint32_t> input_marks_;                        // Mark::kNone for null
  std::vector<std::pair<uint32_t, uint64_t>> native_bytes_;  // by mark
};

}  // namespace taproot
