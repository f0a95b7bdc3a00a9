// Sums up the objects of one kind of waste by the path group that holds them, and from that by the
// field of the program that holds them.
#pragma once

#include <cstdint>
#include <vector>

#include "taproot/path_groups.h"
#include "taproot/waste.h"

namespace taproot {

class WasteTally {
 public:
  explicit WasteTally(const PathGroups* groups)
      : groups_(*groups), by_group_(groups->rows().size()) {}

  // The object is in a group.
  void Add(NodeId object, uint64_t bytes, uint64_t bytes_to_gain) {
    by_group_[groups_.group_of(object).value] += {1, bytes, bytes_to_gain};
  }
  // Bytes that belong to an object of this group which is counted already.
  void AddBytes(GroupId group, uint64_t bytes, uint64_t bytes_to_gain) {
    by_group_[group.value] += {0, bytes, bytes_to_gain};
  }
  WasteOfKind Result(WasteKind kind) const;

 private:
  const PathGroups& groups_;
  std::vector<WasteSum> by_group_;
};

// See WasteByOwner.
std::string OwnerOf(const PathGroups& groups, GroupId group);

}  // namespace taproot
