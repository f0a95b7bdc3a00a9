// What has changed from one heap to another: by class, by package, by path from the roots.
//
// A heap is boiled down to a HeapDigest first, which does not need the graph any more, so that two
// large heaps need not be in memory at once. What is compared has a name that means the same in
// every capture and process: names of classes with the numbers taken out that the VM makes up
// (proxies, reflection accessors; hidden classes carry none), path groups by their labels.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/path_groups.h"
#include "taproot/progress.h"

namespace taproot {

struct HeapTally {
  uint64_t objects = 0;
  uint64_t bytes = 0;     // shallow
  uint64_t retained = 0;  // bytes; 0 unless a dominator tree was at hand

  HeapTally& operator+=(const HeapTally& other) {
    objects += other.objects;
    bytes += other.bytes;
    retained += other.retained;
    return *this;
  }
  friend bool operator==(const HeapTally&, const HeapTally&) = default;
};

// Where a heap comes from, and what all of it weighs.
struct HeapOrigin {
  VmInfo vm;
  int64_t captured_at_ms = 0;  // wall clock, milliseconds since 1970
  HeapTally total;             // what is reached from the roots by references of any strength

  friend bool operator==(const HeapOrigin&, const HeapOrigin&) = default;
};

struct HeapDigest {
  HeapOrigin origin;
  bool has_retained = false;
  // Of what the roots reach. Classes of one name count as one, and so do hidden classes made at
  // one place. Their retained bytes are summed up: what one of them holds for another counts twice.
  std::map<std::string, HeapTally> classes;
  PathGroups paths;  // of what the roots hold strongly
};

// `tree` may be null.
HeapDigest MakeHeapDigest(const HeapGraph& graph, const DominatorTree* tree,
                          Progress* progress = nullptr);

enum class Change : uint8_t { kNew, kGone, kGrown, kShrunk, kSame };

std::string_view ToString(Change change);  // "new", "gone", "grown", "shrunk", "same"

struct DiffRow {
  HeapTally before;
  HeapTally after;

  int64_t grown_bytes() const { return static_cast<int64_t>(after.bytes - before.bytes); }
  int64_t grown_objects() const { return static_cast<int64_t>(after.objects - before.objects); }
  // By bytes; at equal bytes by objects. kNew: there were no objects; kGone: there are none left.
  Change change() const;
};

struct NamedDiff : DiffRow {
  std::string name;  // of a class, or of a package: "" for classes without one
};

struct PathDiff : DiffRow {
  std::vector<PathLabel> path;  // from the root to the objects
  DiffRow with_all_below;       // these objects and those of all groups below
};

// All lists: only what has changed; most bytes grown first, so that what has shrunk most is last;
// then most objects grown, then by name.
struct HeapDiff {
  HeapOrigin before;
  HeapOrigin after;
  bool has_retained = false;  // of classes, on both sides
  std::vector<NamedDiff> classes;
  std::vector<NamedDiff> packages;
  std::vector<PathDiff> paths;
};

HeapDiff CompareHeaps(const HeapDigest& before, const HeapDigest& after);

// What a reader must know of how far the two can be compared: different VMs, processes, programs.
std::vector<std::string> RemarksOn(const HeapDiff& diff);

}  // namespace taproot
