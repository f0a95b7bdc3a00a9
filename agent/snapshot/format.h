// What lies where in a snapshot file; told in words in docs/snapshot-format.md. A change here is a
// new kFormatVersion.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "taproot/ids.h"

namespace taproot::snapshot {

// The first byte is no ASCII and the last two are line ends, so that a file which went through a
// transfer as text is recognised.
inline constexpr std::array<char, 8> kMagic = {'\x89', 'T', 'A', 'P', 'R', 'T', '\r', '\n'};
inline constexpr uint32_t kByteOrder = 0x01020304;
// 2 tells what went into the pause, and knows more kinds of references. 1 is read as well.
inline constexpr uint32_t kFormatVersion = 3;
inline constexpr uint32_t kOldestVersion = 1;
inline constexpr uint64_t kAlignment = 64;  // of every section; what lies between is zero

// In the order in which they lie in the file.
enum class Section : uint32_t {
  kCapture,  // VmInfo, CaptureInfo
  kClasses,
  kMethods,
  kThreads,
  kRoots,
  kFrameLocals,
  kWatched,
  kNativeBytes,
  kTexts,  // and known values
  kNodeClasses,
  kClassSizes,
  kArraySizes,
  kOddSizes,
  kRows,
  kTargets,
  kSlots,
  kContents,
  kPreviews,
};
inline constexpr std::array<std::string_view, 18> kSectionNames = {
    "capture",   "classes",      "methods", "threads",      "roots",       "frame locals",
    "watched",   "native bytes", "texts",   "node classes", "class sizes", "array sizes",
    "odd sizes", "rows",         "targets", "slots",        "contents",    "previews"};
inline constexpr size_t kSectionCount = kSectionNames.size();

// One of the table that follows the header.
struct SectionEntry {
  uint32_t id = 0;
  uint32_t reserved = 0;
  uint64_t offset = 0;  // from the start of the file
  uint64_t bytes = 0;
  uint64_t checksum = 0;
};

struct Header {
  std::array<char, 8> magic = kMagic;
  uint32_t byte_order = kByteOrder;
  uint32_t version = kFormatVersion;
  uint64_t features = 0;  // a reader refuses bits that it does not know; there are none yet
  uint64_t file_bytes = 0;
  uint64_t nodes = 0;
  uint64_t references = 0;
  uint32_t section_count = kSectionCount;
  uint32_t reserved = 0;
  // Of this header, with a zero here, and the table.
  uint64_t checksum = 0;
};

struct FileStart {
  Header header;
  std::array<SectionEntry, kSectionCount> sections;
};
static_assert(sizeof(Header) == 64 && sizeof(SectionEntry) == 32 &&
              sizeof(FileStart) == 64 + 32 * kSectionCount);

// The sizes of the nodes of array classes, in the order of the nodes.
struct ArraySize {
  uint32_t words = 0;
  uint32_t length = 0;
};

// A node of another class whose size is not that of its class. Rising by node.
struct OddSize {
  NodeId node;
  uint32_t words = 0;
  uint32_t length = 0;
};

constexpr uint64_t AlignUp(uint64_t offset) {
  return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace taproot::snapshot
