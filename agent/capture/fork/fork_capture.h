// A capture by fork: the roots are written down at a safepoint, and there the process is forked.
// The application goes on at once; the child has a heap that does not move, makes the graph of it,
// answers the question and ends. The parent keeps nothing but the answer.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "capture/capture.h"
#include "taproot/root_paths.h"

namespace taproot {

// What the answer is made from; lives in the child only.
struct ChildWork {
  Capture* capture = nullptr;
  Progress* progress = nullptr;  // shared with the parent, which cancels by it
  // As in QueryServices: read from the frozen heap, so exactly as it was at the capture.
  std::function<void(absl::Span<const RootPath* const>, HeapGraph&)> describe_paths;
  std::function<void(absl::Span<const MethodId>, HeapGraph&)> name_locals;
  // Has the parent answer, by ForkRequest::on_question. Unavailable if it is gone.
  std::function<absl::StatusOr<std::string>(std::string_view question)> ask;
};

struct ForkRequest {
  // Without whole_heap: all that the inputs reach; a walk does not stop. Classes of which instances
  // are collected are the parent's affair: see capture.h.
  const CaptureRequest* capture = nullptr;
  uint32_t threads = 0;                // in the child; 0: half of the processors allowed
  std::chrono::seconds deadline{600};  // the child ends by then, whatever it does
  // Values of primitive fields that describe_paths adds to the graph.
  absl::Span<const InspectedField> fields;
  // Runs in the child once the graph is there, on a thread of its own.
  std::function<absl::StatusOr<std::string>(ChildWork&)> answer;
  // Runs in the parent, on the calling thread, while the child waits. May be empty.
  std::function<std::string(std::string_view question)> on_question;
  // Whether `answer` reads large tables of the parent's: then none of its large buffers is kept out
  // of the child.
  bool reads_tables = false;
  // Files the child may be writing: what it leaves of them half done is removed.
  std::vector<std::string> outputs;
};

// What `answer` has returned: an error of its own is no failure of the engine.
struct ForkedAnswer {
  absl::StatusOr<std::string> answer;
};

// Why this JVM's heap cannot be captured by fork; OK if it can. Cheap after the first call, which
// compares a small capture of both engines. On an attached thread in the live phase.
absl::Status CheckForkSupport(JavaVM* vm, JNIEnv* jni);

// Runs on any attached thread in the live phase; one capture at a time. Whatever becomes of the
// child: it is reaped, no descriptor, memory or half a file of it is left.
//
// Unavailable if nothing was forked: not supported, or refused by the system; then another engine
// may be taken. Else Aborted if the child crashed, DeadlineExceeded, ResourceExhausted if it was
// ended for want of memory, Cancelled; the message says what happened.
absl::StatusOr<ForkedAnswer> AnswerInChild(JavaVM* vm, JNIEnv* jni, const ForkRequest& request);

}  // namespace taproot
