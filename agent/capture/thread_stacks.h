// Stacks, states and names of threads, as JVMTI tells them while the application runs on.
//
// No capability is needed, for virtual threads neither. Whatever happens, no local reference and no
// memory of JVMTI is kept.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "taproot/root.h"

namespace taproot {

struct ThreadStack {
  int64_t tid = 0;
  ThreadState state = ThreadState::kUnknown;
  std::vector<jvmtiFrameInfo> frames;  // the top one first
  uint32_t frames_left_out = 0;        // below the last of `frames`
  // Of virtual threads only.
  std::string name;
  std::optional<int64_t> carrier_tid;
};

class ThreadStacks {
 public:
  static constexpr jint kMaxFrames = 256;  // of one thread

  static absl::StatusOr<ThreadStacks> Open(jvmtiEnv* jvmti, JNIEnv* jni);

  // Of all live platform threads, in one operation of the VM: a short pause. ResourceExhausted if
  // there is no room for so many.
  absl::StatusOr<std::vector<ThreadStack>> OfPlatformThreads();

  // None if the thread is not started yet or has ended. Holds up nobody but this one thread.
  std::optional<ThreadStack> OfVirtualThread(jthread thread);

 private:
  ThreadStacks(jvmtiEnv* jvmti, JNIEnv* jni, jfieldID tid) : jvmti_(jvmti), jni_(jni), tid_(tid) {}

  uint32_t FramesLeftOut(jthread thread, size_t shown);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  jfieldID tid_;
  std::vector<jvmtiFrameInfo> buffer_;
};

// The words of java.lang.Thread.State for a JVMTI thread state.
ThreadState ThreadStateOf(jint jvmti_state);

}  // namespace taproot
