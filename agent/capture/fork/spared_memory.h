// Large buffers beside the Java heap that a child does not need: direct buffers, off-heap caches.
// Kept out of it, they cost the fork nothing (else a copy of their page tables, some 10 to 25 ms of
// the pause for each touched GiB) and are not copied when the application goes on writing to them.
//
// Found are only chunks of glibc's malloc that have a mapping of their own: what such a chunk
// begins with is known, and it holds one allocation alone. HotSpot takes memory for direct buffers
// there.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "capture/fork/child_link.h"

namespace taproot {

struct MemoryRange {
  uint64_t begin = 0;
  uint64_t end = 0;

  bool contains(uint64_t address) const { return address >= begin && address < end; }
  friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

// The size word of a chunk's header, if what lies at the address can be read and is that of a chunk
// with a mapping of its own.
using ChunkSize = absl::FunctionRef<std::optional<uint64_t>(uint64_t address)>;

// Large chunks in the mappings that `maps` (/proc/self/maps) lists, but those with an address of
// `needed` in them. None at all if the process has mapped a device: its driver may have marked
// buffers that it works on in just the way we do, and we would take the mark away.
std::vector<MemoryRange> FindLargeChunks(std::istream& maps, ChunkSize size_of,
                                         absl::Span<const uint64_t> needed);

class SparedMemory {
 public:
  // Of this process. Nothing is found where the system does not let us look.
  static SparedMemory Find(absl::Span<const uint64_t> needed);

  // Around the fork, at the safepoint: what has changed since is left alone. Threads in native code
  // may still free memory. Should they do so, and something that the child needs come into the
  // place, the child crashes on it and says so.
  void Hide();
  void Show();

  bool Hides(uint64_t address) const;
  uint64_t bytes() const;

 private:
  std::optional<uint64_t> SizeOfChunk(uint64_t address) const;

  Descriptor memory_;
  std::vector<MemoryRange> ranges_;
  std::vector<MemoryRange> hidden_;
};

}  // namespace taproot
