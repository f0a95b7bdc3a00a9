// What the child must be told of the JVM, got together before the fork, with JNI and JVMTI.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <vector>

#include "absl/status/status.h"
#include "capture/capture.h"
#include "capture/fork/frozen_capture.h"

namespace taproot {

// Handles in the scene are valid while it lives, within the caller's frame of local references.
class ScenePreparation {
 public:
  // `request` outlives it.
  ScenePreparation(jvmtiEnv* jvmti, JNIEnv* jni, const CaptureRequest* request)
      : jvmti_(jvmti), jni_(jni), request_(*request) {}
  ScenePreparation(const ScenePreparation&) = delete;
  ScenePreparation& operator=(const ScenePreparation&) = delete;
  // Gives the weak handles back.
  ~ScenePreparation();

  // Everything but the stacks.
  absl::Status Prepare();
  // Last of all, for threads move on. How long the application stood still for it, at most,
  // in milliseconds.
  double ReadStacks();

  FrozenScene& scene() { return scene_; }
  // Where the large parts of the scene lie, which the child needs.
  std::vector<uint64_t> Memory() const;
  // Objects that are roots by these handles, as long as the application has threads and classes.
  const std::vector<jobject>& known_objects() const { return known_; }

 private:
  absl::Status FindKnownObjects();
  absl::Status ReadOwnTid();
  absl::Status AddInputs();
  absl::Status AddWatched();

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  const CaptureRequest& request_;
  FrozenScene scene_;
  std::vector<jobject> known_;
};

}  // namespace taproot
