#include "capture/follow/heap_walk.h"

#include <functional>
#include <vector>

#include "support/catch.h"

namespace taproot {
namespace {

// A JVMTI environment of which FollowReferences calls back as a script says.
class ScriptedWalk {
 public:
  using Script = std::function<void(ScriptedWalk&)>;

  ScriptedWalk() {
    functions_.FollowReferences = &Follow;
    env_.functions = &functions_;
    env_.self = this;
    marks_.Add({.roles = Mark::kMirror | Mark::kOfClass});
    marks_.Add({.roles = Mark::kMirror});
  }

  absl::Status Run(HeapWalkScope scope, Script script) {
    script_ = std::move(script);
    walk_.emplace(&marks_, std::nullopt, scope);
    return walk_->Run(&env_, nullptr, 0);
  }

  HeapWalk& walk() { return *walk_; }
  bool aborted() const { return aborted_; }

  // --- for scripts: what FollowReferences tells ---
  void Root(jlong* tag) { Call(JVMTI_HEAP_REFERENCE_JNI_GLOBAL, {}, tag, nullptr); }
  void Local(jlong* tag, jmethodID method, jlocation bci, jint depth, jint slot) {
    jvmtiHeapReferenceInfo info = {};
    info.stack_local = {0, 7, depth, method, bci, slot};
    Call(JVMTI_HEAP_REFERENCE_STACK_LOCAL, info, tag, nullptr);
  }
  void Class(jlong* of) { Call(JVMTI_HEAP_REFERENCE_CLASS, {}, &class_tag_, of, kClassOfClass); }
  void Field(jlong* from, jlong* to, jint index) {
    jvmtiHeapReferenceInfo info = {};
    info.field.index = index;
    Call(JVMTI_HEAP_REFERENCE_FIELD, info, to, from);
  }

 private:
  struct Environment : jvmtiEnv {
    ScriptedWalk* self;
  };
  static constexpr jlong kClassOfClass = -1;  // tag of the first mark

  static jvmtiError JNICALL Follow(jvmtiEnv* env, jint, jclass, jobject,
                                   const jvmtiHeapCallbacks* callbacks, const void* data) {
    ScriptedWalk& self = *static_cast<Environment*>(env)->self;
    self.callback_ = callbacks->heap_reference_callback;
    self.data_ = const_cast<void*>(data);
    self.script_(self);
    return JVMTI_ERROR_NONE;
  }

  void Call(jvmtiHeapReferenceKind kind, jvmtiHeapReferenceInfo info, jlong* tag, jlong* referrer,
            jlong class_tag = -2) {
    if (aborted_) return;
    const jint visit = callback_(kind, &info, class_tag, referrer == nullptr ? 0 : -2, 16, tag,
                                 referrer, -1, data_);
    aborted_ = (visit & JVMTI_VISIT_ABORT) != 0;
  }

  jvmtiInterface_1_ functions_ = {};
  Environment env_ = {};
  MarkTable marks_;
  std::optional<HeapWalk> walk_;
  Script script_;
  jvmtiHeapReferenceCallback callback_ = nullptr;
  void* data_ = nullptr;
  bool aborted_ = false;
  jlong class_tag_ = -2;
};

jmethodID Method(uintptr_t number) { return reinterpret_cast<jmethodID>(number); }

// root -> first, second: virtual threads that are parked at the same place
TEST_CASE("Threads that are parked at one place share the rows of their locals",
          "[capture][threads]") {
  ScriptedWalk jvm;
  jlong root = 0;
  jlong first = 0;
  jlong second = 0;
  jlong a = 0;
  jlong b = 0;
  REQUIRE(jvm.Run({},
                  [&](ScriptedWalk& walk) {
                    walk.Root(&root);
                    walk.Class(&root);
                    walk.Field(&root, &first, 0);
                    walk.Field(&root, &second, 1);
                    for (jlong* thread : {&first, &second}) {
                      walk.Local(&a, Method(8), 12, 3, 1);
                      walk.Local(&b, Method(8), 12, 3, 2);
                      walk.Local(&b, Method(16), 5, 4, 1);
                      walk.Class(thread);
                      walk.Field(thread, &a, 0);
                    }
                  })
              .ok());
  CHECK(jvm.walk().frame_locals() == std::vector<LoggedLocal>{{Method(8), 12, 3, 1},
                                                              {Method(8), 12, 3, 2},
                                                              {Method(16), 5, 4, 1}});
  std::vector<uint32_t> rows;
  for (uint64_t i = 0; i < jvm.walk().edge_slots().size(); ++i) {
    const ReferenceSlot slot = jvm.walk().edge_slots()[i];
    if (slot.kind() == ReferenceKind::kFrameLocal) rows.push_back(slot.index());
  }
  CHECK(rows == std::vector<uint32_t>{0, 1, 2, 0, 1, 2});
  CHECK(jvm.walk().roots().size() == 1);
}

TEST_CASE("A walk tells how far it is and ends soon after it is cancelled", "[capture][threads]") {
  ScriptedWalk jvm;
  Progress progress;
  jlong root = 0;
  jlong other = 0;
  uint64_t after = 0;
  const absl::Status status = jvm.Run({.progress = &progress}, [&](ScriptedWalk& walk) {
    walk.Root(&root);
    walk.Class(&root);
    for (int i = 0; i < 1'000'000; ++i) {
      if (i == 200'000) {
        CHECK(progress.phase() == "walking the heap");
        CHECK(progress.fraction() > 0);
        progress.Cancel();
      }
      if (!walk.aborted() && i >= 200'000) ++after;
      walk.Field(&root, &other, 0);
    }
  });
  CHECK(absl::IsCancelled(status));
  CHECK(jvm.aborted());
  CHECK(after <= 65'536);
}

TEST_CASE("Nobody need look at a walk", "[capture][threads]") {
  ScriptedWalk jvm;
  jlong root = 0;
  CHECK(jvm.Run({},
                [&](ScriptedWalk& walk) {
                  walk.Root(&root);
                  walk.Class(&root);
                  for (int i = 0; i < 200'000; ++i) walk.Field(&root, &root, 0);
                })
            .ok());
  CHECK(jvm.walk().edge_targets().size() == 200'000);
}

}  // namespace
}  // namespace taproot
