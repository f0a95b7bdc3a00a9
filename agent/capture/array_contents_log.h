// What a capture notes of the elements of the primitive arrays it meets; see
// taproot/array_contents.h for what becomes of it. Noting may happen at a safepoint.
//
// A preview is kept of contents that come again and again, in a table with one slot for many
// hashes: the contents in a slot gain by each array that holds the same and lose by every other, so
// that what makes up most of the bytes of its slot stays (the majority vote of Boyer and Moore).
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "capture/chunked_log.h"
#include "capture/logged_root.h"
#include "taproot/array_contents.h"

namespace taproot {

struct LoggedContents {
  ObjectKey key;
  uint64_t hash;
  uint32_t trailing_zeros : 31;
  uint32_t constant : 1;
};

class ArrayContentsLog {
 public:
  ArrayContentsLog() : slots_(kSlots) {}

  // False if there is no memory.
  bool Note(ObjectKey key, jvmtiPrimitiveType type, const void* elements, jint count);

  // By the numbers of the nodes. Not at the safepoint.
  ContentsTable Resolve(absl::FunctionRef<NodeId(ObjectKey)> find) const;

 private:
  static constexpr size_t kSlots = size_t{1} << 16;

  struct Slot {
    ContentsPreview preview;
    bool repeated = false;
    uint64_t weight = 0;  // bytes of it that nothing else has outweighed yet
  };

  std::vector<ContentsPreview> Previews() const;  // of contents that came more than once
  void Sample(uint64_t hash, std::span<const uint8_t> bytes);

  ChunkedLog<LoggedContents> arrays_;
  std::vector<Slot> slots_;
};

}  // namespace taproot
