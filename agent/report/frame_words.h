// Frames and their locals in words.
#pragma once

#include <cstdint>
#include <string>

#include "taproot/heap_graph.h"

namespace taproot {

// "com.acme.Reaper.run(Reaper.java:88)"; without what is not known.
std::string FrameText(const JavaMethod& method, int32_t line);

// `thread "reaper"`, `virtual thread "reaper"`; by its number where it has no name.
std::string ThreadText(const JavaThread& thread);

enum class LocalScope : uint8_t {
  kUnknown,          // the method has no table of its variables
  kInScope,          // the slot holds `variable`; the method may or may not read it again
  kOutOfScope,       // the slot belongs to no variable where the frame stands: a dead value
  kExpressionStack,  // not a variable but an operand of the expression being evaluated
};

struct LocalState {
  LocalScope scope = LocalScope::kUnknown;
  // The variable in scope; out of scope the one that the slot belonged to last, if any.
  const LocalVariable* variable = nullptr;
};

// Of a root of kind kStackLocal.
LocalState JudgeLocal(const HeapGraph& graph, const Root& root);

// A local of an unmounted virtual thread's frame, as the root that it would be in a platform
// thread.
Root RootLike(const FrameLocal& local);

// "`big`", "slot 3", "operand" for one of the expression stack; "variable" if nothing is known.
std::string LocalText(const HeapGraph& graph, const Root& root);

}  // namespace taproot
