// The check, once in a process, that the raw heap is read as it should be.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "capture/fork/fork_capture.h"
#include "capture/fork/graph_digest.h"
#include "capture/fork/known_graph.h"
#include "capture/fork/unchecked_answer.h"
#include "capture/fork/vm_layout.h"
#include "capture/jvm.h"
#include "capture/vm_description.h"

namespace taproot {
namespace {

constexpr jint kFrameCapacity = 512;
constexpr std::chrono::seconds kDeadline(60);
// One may have been killed by somebody. What reads wrong does so again.
constexpr int kTries = 2;

// What a child reads of the object.
absl::StatusOr<std::vector<std::string>> DigestInChild(JavaVM* vm, JNIEnv* jni, jobject object) {
  absl::StatusOr<jclass> object_class = FindBootClass(jni, "java/lang/Object");
  if (!object_class.ok()) return object_class.status();
  CaptureRequest capture;
  capture.whole_heap = false;
  capture.inputs = jni->NewObjectArray(1, *object_class, object);
  if (capture.inputs == nullptr) return TakeException(jni, "NewObjectArray");
  ForkRequest request;
  request.capture = &capture;
  request.deadline = kDeadline;
  request.answer = [](ChildWork& work) -> absl::StatusOr<std::string> {
    const NodeId start = work.capture->inputs[0];
    if (!start.valid()) return "nothing";
    return absl::StrJoin(DigestOf(work.capture->graph, start), "\n");
  };
  absl::StatusOr<ForkedAnswer> answer = AnswerUnchecked(vm, jni, request, /*may_fail=*/false);
  if (!answer.ok()) return answer.status();
  if (!answer->answer.ok()) return answer->answer.status();
  return absl::StrSplit(*answer->answer, '\n');
}

// The first place where two digests differ; empty if none.
std::string Difference(const std::vector<std::string>& told, const std::vector<std::string>& read) {
  for (size_t i = 0; i < std::max(told.size(), read.size()); ++i) {
    const std::string_view left = i < told.size() ? std::string_view(told[i]) : "nothing";
    const std::string_view right = i < read.size() ? std::string_view(read[i]) : "nothing";
    if (left != right) return absl::StrCat("\"", right, "\" in place of \"", left, "\"");
  }
  return "";
}

// OK, or why the engine is not to be used. Aborted if the heap reads wrong or the child crashed,
// else it is worth another try.
absl::Status CompareOnce(JavaVM* vm, JNIEnv* jni) {
  absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm);
  if (!jvmti.ok()) return jvmti.status();
  LocalFrame frame(jni, kFrameCapacity);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  absl::StatusOr<jobjectArray> known = MakeKnownGraph(jni);
  if (!known.ok()) return known.status();
  absl::StatusOr<std::vector<std::string>> told = DigestByJni(jvmti->get(), jni, *known);
  if (!told.ok()) return told.status();
  absl::StatusOr<std::vector<std::string>> read = DigestInChild(vm, jni, *known);
  if (!read.ok()) return read.status();
  const std::string difference = Difference(*told, *read);
  if (difference.empty()) return absl::OkStatus();
  return absl::AbortedError(absl::StrCat("a small known graph was read wrong: ", difference));
}

absl::Status CheckLayout(JavaVM* vm, JNIEnv* jni) {
  absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm);
  if (!jvmti.ok()) return jvmti.status();
  return ReadVmLayout(DescribeVm(jvmti->get(), jni).feature_version).status();
}

}  // namespace

absl::Status CheckForkSupport(JavaVM* vm, JNIEnv* jni) {
  static std::optional<absl::Status> known;  // one capture at a time
  static int tries_left = kTries;
  if (known) return *known;
  absl::Status layout = CheckLayout(vm, jni);
  if (!layout.ok()) {
    known = layout;
    return layout;
  }
  absl::Status supported = CompareOnce(vm, jni);
  const bool reads_wrong = absl::IsAborted(supported);
  if (!supported.ok()) {
    supported =
        absl::UnavailableError(absl::StrCat("the self-check failed: ", supported.message()));
  }
  if (supported.ok() || (reads_wrong && --tries_left == 0)) known = supported;
  return supported;
}

}  // namespace taproot
