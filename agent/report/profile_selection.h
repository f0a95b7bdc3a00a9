// Which entries of a profile tree a report shows.
#pragma once

#include <cstdint>
#include <vector>

#include "taproot/profile_tree.h"
#include "taproot/report.h"

namespace taproot {

// An entry, or the children of an entry that are not shown, summed up.
struct ProfileLine {
  uint32_t entry = 0;     // where summed up: their parent
  uint64_t left_out = 0;  // how many are summed up; 0 for an entry
  uint64_t bytes = 0;     // of the entry, or of all that are summed up
};

struct ProfileSelection {
  std::vector<ProfileLine> lines;  // as they are read: an entry, its children, what is left out
  uint64_t entries = 0;            // shown
  uint32_t depth = 0;              // levels that may be shown
  bool deeper = false;             // there are more levels than that
};

ProfileSelection SelectEntries(const ProfileTree& tree, const RenderOptions& options);

// "<shell: byte[], length=9>", "<shell: 3 prim/1 ref fields>".
std::string ShellText(const HeapGraph& graph, const ProfileEntry& shell);

}  // namespace taproot
