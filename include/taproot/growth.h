// What grows in a heap from round to round.
//
// Objects are grouped by their path from the roots (path_groups.h). In the first round everything
// may grow. In the second, a group grows if it has more objects than in the first, be it that it
// was not there yet; from then on only if it grew in every round before and grows again. So a cache
// that is being filled drops out in the round after it is full, and so does what comes and goes.
// Reported are the topmost growing groups: those below no other one that grows. What grows inside
// of a single object, a buffer that is enlarged now and then, is not seen.
//
// After ObjectGrowthDetector of Shark (LeakCanary), after J. Vilk, E. D. Berger, "BLeak:
// Automatically Debugging Memory Leaks in Web Applications", 2018. A round is a time, a cycle of
// the collector or a scenario that somebody runs in between. Between rounds the memory needed is
// bounded by groups, never by objects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/path_groups.h"
#include "taproot/progress.h"

namespace taproot {

struct GrowthOptions {
  // A group grows if it has so many objects more than in the round before.
  uint64_t min_objects = 1;
  PathGroupOptions groups;
};

struct GrowthRound {
  int64_t when_ms = 0;          // wall clock, milliseconds since 1970
  uint64_t objects = 0;         // strongly reachable
  uint64_t bytes = 0;           // of those
  uint64_t growing_groups = 0;  // of the first round: all groups
};

// One round as a detector takes it: made where the graph is, it may be added elsewhere, to a
// detector that has seen the same rounds before.
struct RoundDigest {
  struct Group {
    uint64_t fingerprint = 0;
    uint64_t objects = 0;
    uint64_t bytes = 0;  // of the group and what lies below

    friend bool operator==(const Group&, const Group&) = default;
  };

  int64_t when_ms = 0;
  uint64_t objects = 0;       // strongly reachable
  uint64_t bytes = 0;         // of those
  std::vector<Group> groups;  // those that grow in every round; of the first round all

  friend bool operator==(const RoundDigest&, const RoundDigest&) = default;
};

struct GrowingClass {
  std::string name;
  uint64_t objects = 0;  // more than in the first round
};

struct GrowingGroup {
  uint64_t fingerprint = 0;
  std::vector<PathLabel> path;    // from the root to the objects that become more
  std::vector<uint64_t> objects;  // of the group, by round
  std::vector<uint64_t> bytes;    // of the group and what lies below, by round
  // What the growing objects dominate in the last round; none without a dominator tree.
  std::optional<uint64_t> retained_bytes;
  // What grows with it, in the groups below that grew in every round too; most bytes first.
  std::vector<GrowingClass> with;
  NodeId example;                 // of the objects in the last round
  double objects_per_second = 0;  // from the first round to the last; 0 where no time passed
  double bytes_per_second = 0;

  uint64_t grown_objects() const { return objects.back() - objects.front(); }
  uint64_t grown_bytes() const {
    return bytes.back() > bytes.front() ? bytes.back() - bytes.front() : 0;
  }
};

struct GrowthReport {
  std::vector<GrowthRound> rounds;
  std::vector<GrowingGroup> growing;   // topmost; those that grew by the most bytes first
  uint64_t groups = 0;                 // in the last round
  uint64_t objects_without_group = 0;  // in the last round; see PathGroupOptions
  uint64_t heap_max = 0;               // bytes; 0 if unknown
  double bytes_per_second = 0;         // of all that is reported, together
  // From the last round on until the heap is full of live objects at this rate; none if nothing
  // grows or the limit is not known.
  std::optional<int64_t> ms_to_limit;
};

// Not thread-safe.
class GrowthDetector {
 public:
  explicit GrowthDetector(const GrowthOptions& options = {}) : options_(options) {}

  // Compares the heap with that of the round before. A round that is cancelled counts for nothing.
  void Round(const HeapGraph& graph, int64_t when_ms, Progress* progress = nullptr);

  // The two halves of a round. Looking changes nothing; what is cancelled must not be added.
  RoundDigest Look(const HeapGraph& graph, int64_t when_ms, Progress* progress = nullptr) const;
  void Add(const RoundDigest& digest);

  size_t rounds() const { return rounds_.size(); }
  // Nothing is left that grew in every round: further rounds find nothing.
  bool finished() const { return rounds_.size() > 1 && tracks_.empty(); }

  // `last`: the graph of the last round, or one soon after. `dominators`, of the same graph, may be
  // null. Nothing grows before the second round.
  GrowthReport Report(const HeapGraph& last, const DominatorTree* dominators,
                      Progress* progress = nullptr) const;

 private:
  // A group that grew in every round so far.
  struct Track {
    std::vector<uint64_t> objects;  // by round
    std::vector<uint64_t> bytes;    // of the group and all below
  };

  bool Grows(uint64_t fingerprint, uint64_t objects) const;

  GrowthOptions options_;
  std::vector<GrowthRound> rounds_;
  absl::flat_hash_map<uint64_t, Track> tracks_;  // by fingerprint; after the first round all groups
};

}  // namespace taproot
