// Which objects of a path should still be there, and so which references of it are to blame.
//
// Of some objects it can be said that they should live (a running thread, a class of the JDK) or
// should be gone (a thread that has ended, a closed stream). Everything above the last that should
// live should live too; everything below the first that should be gone is a consequence. The
// references in between are the suspects: one of them is the mistake. (After Shark, LeakCanary.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/root_paths.h"

namespace taproot {

enum class ObjectStatus : uint8_t { kUnknown, kNotLeaking, kLeaking };

// What is known of one object of a path from the object itself.
struct StatusMark {
  size_t step = 0;  // in RootPath::steps
  // kUnknown: worth telling, but no proof of anything.
  ObjectStatus status = ObjectStatus::kUnknown;
  std::string reason;      // "thread is terminated", "Session.closed = true"
  bool overruled = false;  // what is known of an object further down says the opposite
};

struct PathStatus {
  std::vector<StatusMark> marks;  // by step
  // The references into the steps [first_suspect, last_suspect] are the suspects, the one into step
  // 0 being the root's own. There is at least one.
  size_t first_suspect = 0;
  size_t last_suspect = 0;

  bool IsSuspect(size_t step) const { return step >= first_suspect && step <= last_suspect; }
  // Of the object at this step, in the light of all marks.
  ObjectStatus StatusOf(size_t step) const {
    if (step < first_suspect) return ObjectStatus::kNotLeaking;
    return step >= last_suspect ? ObjectStatus::kLeaking : ObjectStatus::kUnknown;
  }
};

// Judges paths of one graph. The last object of each path is one that should be gone, whatever is
// known of it. Of values in objects only graph.known_values() are looked at.
class PathJudge {
 public:
  explicit PathJudge(const HeapGraph& graph);

  PathStatus Judge(const RootPath& path) const;

 private:
  enum class Sort : uint8_t { kOther, kMirror, kLoader, kThread };

  void MarkObject(size_t step, NodeId node, std::vector<StatusMark>& marks) const;
  std::string WhyItLives(NodeId node) const;  // empty if nothing is known

  const HeapGraph& graph_;
  std::vector<Sort> sort_of_;            // by class
  std::vector<NodeId> running_threads_;  // sorted
  std::vector<NodeId> builtin_loaders_;  // sorted
};

}  // namespace taproot
