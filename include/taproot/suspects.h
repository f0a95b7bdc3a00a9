// What looks like a leak, in a heap that nobody watches anything in.
//
// Looked at is what stands at the top of the dominator tree: static fields, threads, and objects
// that no single one of these holds. Who alone keeps more than a part of the live bytes is a
// suspect. Of the rest, those of one class that together keep that much are a suspect, and so are
// the threads of one pool.
//
// Where the memory has piled up: from a single suspect down the heaviest dominated child, for as
// long as it has most of its parent's bytes. From a group down the merged shortest root paths of a
// sample, for as long as most of them pass. Thresholds and method are those of Eclipse MAT's leak
// suspects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"
#include "taproot/reference_rules.h"
#include "taproot/root_paths.h"

namespace taproot {

struct SuspectOptions {
  double min_percent = 10;                // of the strongly reachable bytes
  double child_share = 0.7;               // of its parent's bytes, for going down to a child
  double path_share = 0.8;                // of the sampled paths, for going down a merged path
  uint32_t sample = 1000;                 // instances of a group whose paths are looked for
  uint32_t top = 5;                       // classes told of each suspect
  const ReferenceRules* rules = nullptr;  // for the paths, which refer to them; may be null
};

struct ClassAmount {
  ClassId klass;
  uint64_t objects = 0;
  uint64_t bytes = 0;

  friend bool operator==(const ClassAmount&, const ClassAmount&) = default;
};

enum class SuspectKind : uint8_t {
  kSingle,   // one static field, class, thread or object
  kClass,    // instances of one class
  kThreads,  // threads whose names differ by numbers only
};

struct Suspect {
  SuspectKind kind = SuspectKind::kSingle;
  DominatorId dominator;  // kSingle: the holder or object
  // kSingle: of a dominator that is no object, or is the object of a thread.
  std::optional<Holder> holder;
  ClassId klass;            // kClass
  std::string thread_name;  // kThreads: with a * for the numbers
  uint64_t members = 1;     // of the group
  uint64_t retained_bytes = 0;
  uint64_t retained_objects = 0;

  // kSingle: what holds the memory that has piled up, as deep down as it is still one thing.
  // kThreads: the same of the heaviest thread, and so all that follows. kClass: the deepest object
  // that most of the sampled paths pass; none if there is no such.
  DominatorId accumulation;
  // The collection, or whatever else, that it is a part of: itself, or what stands above its
  // arrays and entries; none if that is no object.
  NodeId container;
  uint64_t accumulation_bytes = 0;  // retained by it
  uint64_t children = 0;            // that it dominates immediately
  double path_share = 1;            // of the sampled paths that pass

  // The objects that have piled up: the class with the most bytes right below the accumulation
  // point, seen through arrays and the entries of java.util's collections. bytes: retained.
  ClassAmount content;
  // From a root to one of those, where there is none to the accumulation point.
  std::optional<RootPath> path;
  std::vector<ClassAmount> contains;  // all that the suspect retains, by class, shallow; top few
};

struct SuspectReport {
  uint64_t live_objects = 0;  // strongly reachable
  uint64_t live_bytes = 0;
  double min_percent = 0;
  std::vector<Suspect> suspects;    // heaviest first
  std::optional<Suspect> heaviest;  // where there is no suspect: what comes nearest to one
};

SuspectReport FindSuspects(const HeapGraph& graph, const DominatorTree& dominators,
                           const SuspectOptions& options, Progress* progress = nullptr);

}  // namespace taproot
