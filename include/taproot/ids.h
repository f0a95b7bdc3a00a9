// Distinct id types for the tables of a HeapGraph. An id is an index; it is never an address and
// is meaningless outside of the graph it came from. Ids are 32 bits wide: a graph holds up to
// 2^32 - 2 nodes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace taproot {

template <typename Tag>
struct Id {
  uint32_t value = kNone;

  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  constexpr Id() = default;
  constexpr explicit Id(size_t index) : value(static_cast<uint32_t>(index)) {}

  constexpr bool valid() const { return value != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  friend constexpr auto operator<=>(Id, Id) = default;

  template <typename H>
  friend H AbslHashValue(H state, Id id) {
    return H::combine(std::move(state), id.value);
  }
};

using NodeId = Id<struct NodeTag>;    // an object of the heap; a java.lang.Class object is one too
using ClassId = Id<struct ClassTag>;  // a row of HeapGraph::classes()
using ThreadId = Id<struct ThreadTag>;  // a row of HeapGraph::threads()
using MethodId = Id<struct MethodTag>;  // a row of HeapGraph::methods()
using RootId = Id<struct RootTag>;      // a row of HeapGraph::roots()

}  // namespace taproot
