#include "capture/fork/spared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

#include "absl/strings/match.h"

namespace taproot {
namespace {

// A mapping below this costs the fork little, and a chunk below this may be one of ours or the VM's
// own tables.
constexpr uint64_t kLargeMapping = uint64_t{64} << 20;
constexpr uint64_t kLargeChunk = uint64_t{16} << 20;
// Of a chunk's size word: bit 1 says that it has a mapping of its own, and then the others are 0.
constexpr uint64_t kMapped = 2;
constexpr uint64_t kFlags = 7;

struct Mapping {
  MemoryRange range;
  std::string permissions;
  uint64_t inode = 0;
  std::string name;
};

std::optional<Mapping> ParseLine(const std::string& line) {
  Mapping mapping;
  std::istringstream in(line);
  std::string offset;
  std::string device;
  char dash = 0;
  in >> std::hex >> mapping.range.begin >> dash >> mapping.range.end >> mapping.permissions >>
      offset >> device >> std::dec >> mapping.inode;
  if (!in || dash != '-') return std::nullopt;
  in >> mapping.name;
  return mapping;
}

bool IsDevice(std::string_view name) {
  constexpr std::string_view kMemory[] = {"/dev/zero", "/dev/shm/", "/dev/hugepages/"};
  return absl::StartsWith(name, "/dev/") &&
         std::ranges::none_of(kMemory, [&](auto known) { return absl::StartsWith(name, known); });
}

// Neighbours have often become one mapping.
void AddChunks(MemoryRange mapping, ChunkSize size_of, absl::Span<const uint64_t> needed,
               std::vector<MemoryRange>& chunks) {
  for (uint64_t at = mapping.begin; at < mapping.end;) {
    const std::optional<uint64_t> size = size_of(at);
    if (!size || *size > mapping.end - at) return;
    const MemoryRange chunk = {at, at + *size};
    at = chunk.end;
    if (*size >= kLargeChunk &&
        std::ranges::none_of(needed, [&](uint64_t address) { return chunk.contains(address); })) {
      chunks.push_back(chunk);
    }
  }
}

}  // namespace

std::vector<MemoryRange> FindLargeChunks(std::istream& maps, ChunkSize size_of,
                                         absl::Span<const uint64_t> needed) {
  std::vector<MemoryRange> chunks;
  std::string line;
  while (std::getline(maps, line)) {
    const std::optional<Mapping> mapping = ParseLine(line);
    if (!mapping) return {};
    if (IsDevice(mapping->name)) return {};
    if (mapping->permissions == "rw-p" && mapping->inode == 0 && mapping->name.empty() &&
        mapping->range.end - mapping->range.begin >= kLargeMapping) {
      AddChunks(mapping->range, size_of, needed, chunks);
    }
  }
  return chunks;
}

SparedMemory SparedMemory::Find(absl::Span<const uint64_t> needed) {
  SparedMemory found;
  // Reading through it cannot fault.
  found.memory_ = Descriptor(open("/proc/self/mem", O_RDONLY | O_CLOEXEC));
  if (found.memory_.get() < 0) return found;
  std::ifstream maps("/proc/self/maps");
  found.ranges_ = FindLargeChunks(
      maps, [&](uint64_t address) { return found.SizeOfChunk(address); }, needed);
  found.hidden_.reserve(found.ranges_.size());
  return found;
}

std::optional<uint64_t> SparedMemory::SizeOfChunk(uint64_t address) const {
  std::array<uint64_t, 2> header;  // what is lost to alignment, and the size with its flags
  const ssize_t read =
      pread(memory_.get(), header.data(), sizeof header, static_cast<off_t>(address));
  if (read != sizeof header || header[0] != 0) return std::nullopt;
  const uint64_t size = header[1] & ~kFlags;
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if ((header[1] & kFlags) != kMapped || size == 0 || size % page != 0) return std::nullopt;
  return size;
}

void SparedMemory::Hide() {
  for (const MemoryRange& range : ranges_) {
    const uint64_t size = range.end - range.begin;
    if (SizeOfChunk(range.begin) != size) continue;
    hidden_.push_back(range);  // for which room was made
    madvise(reinterpret_cast<void*>(range.begin), size, MADV_DONTFORK);
  }
}

void SparedMemory::Show() {
  for (const MemoryRange& range : hidden_) {
    madvise(reinterpret_cast<void*>(range.begin), range.end - range.begin, MADV_DOFORK);
  }
}

bool SparedMemory::Hides(uint64_t address) const {
  return std::ranges::any_of(hidden_,
                             [&](const MemoryRange& range) { return range.contains(address); });
}

uint64_t SparedMemory::bytes() const {
  uint64_t bytes = 0;
  for (const MemoryRange& range : hidden_) bytes += range.end - range.begin;
  return bytes;
}

}  // namespace taproot
