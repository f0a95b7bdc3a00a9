// What the parent does while its child works: it passes on progress, questions and the wish to
// cancel, and ends the child before the application comes to harm by it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "capture/fork/child_process.h"
#include "capture/fork/fork_capture.h"
#include "capture/fork/shared_block.h"
#include "taproot/progress.h"

namespace taproot {

struct WaitPlan {
  std::chrono::seconds deadline{600};
  // To come from the fork to its own thread a child needs some hundred system calls. It may never
  // get there: another thread may have held a lock of a library at the fork.
  std::chrono::seconds time_to_begin{20};
  Progress* progress = nullptr;  // told of the child's; may be null
  // The child is ended when less than this is left; what is left is asked of `available_memory`.
  uint64_t memory_reserve = 0;
  std::function<uint64_t()> available_memory;
  std::function<std::string(std::string_view)> on_question;  // may be empty
};

// Returns once the child has ended; errors as AnswerInChild() has them. `socket` leads to the child
// and only the child has the other end.
absl::StatusOr<ForkedAnswer> AwaitAnswer(ChildProcess& child, int socket, SharedBlock& shared,
                                         const WaitPlan& plan);

}  // namespace taproot
