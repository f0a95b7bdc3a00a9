// The fewest strong references without which an object would be free.
//
// Source: maximum flow by shortest augmentations (Edmonds and Karp, 1972), where every reference
// and every root carries one unit, against the references from the object back to the roots. What
// nobody can remove (an object's class, the loader of a class, a system class as a root) carries
// any number.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "taproot/progress.h"
#include "taproot/referrers.h"

namespace taproot {

// A reference, or where `root` is valid that root itself.
struct CutReference {
  RootId root;
  NodeId from;  // none for a root
  ReferenceSlot slot;
  NodeId to;
};

enum class CutOutcome : uint8_t {
  kFound,
  kFree,        // nothing holds the object strongly
  kTooLarge,    // more references than the limit
  kImpossible,  // held by what nobody can remove, all the way from a root
};

struct SmallestCut {
  CutOutcome outcome = CutOutcome::kFree;
  std::vector<CutReference>
      references;  // kFound: of the smallest cuts the one nearest to the object
};

// Not thread-safe; the Referrers may be shared. Takes up to 12 bytes a node, kept from one call to
// the next. Each call looks at the graph at most limit + 1 times, and only at what leads to the
// object. When cancelled, the answer is wrong.
class CutFinder {
 public:
  explicit CutFinder(const Referrers& referrers, Progress* progress = nullptr);
  CutFinder(const CutFinder&) = delete;
  CutFinder& operator=(const CutFinder&) = delete;
  ~CutFinder();

  SmallestCut Find(NodeId target, uint32_t limit);

 private:
  class Search;
  struct Scratch;

  const Referrers& referrers_;
  Progress* const progress_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace taproot
