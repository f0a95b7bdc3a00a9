// How one object refers to another.
#pragma once

#include <cstdint>

namespace taproot {

enum class ReferenceKind : uint8_t {
  kField,         // index: position in the field layout of the referrer's class
  kArrayElement,  // index: element
  kStaticField,   // from a class mirror; index: position in the layout of the mirrored class
  kMirrorField,   // from a class mirror: an instance field of java.lang.Class itself
  kClass,         // from an object to the mirror of its class; implied, never stored in a row
  kSuperclass,    // the rest: from a class mirror
  kInterface,
  kClassLoader,
  kProtectionDomain,
  kSigners,
  kConstantPool,  // index: constant pool slot
  kFrameLocal,    // from an unmounted virtual thread to a local of one of its frames; index: row
                  // of HeapGraph::frame_locals()
  kOther,
  kCallSite,     // from a class mirror to what its call sites and constants have been resolved to;
                 // index: resolved reference
  kHiddenClass,  // from a class loader to the mirror of a hidden class that it holds
  kStackWord,    // from a stack chunk to what a word of it may refer to, dead or alive; index: word
};

// A kind and an index packed into 32 bits. Array elements use 31 bits for the index, so that every
// Java array fits; the other kinds 27.
class ReferenceSlot {
 public:
  constexpr ReferenceSlot() = default;
  constexpr ReferenceSlot(ReferenceKind kind, uint32_t index)
      : bits_(kind == ReferenceKind::kArrayElement
                  ? kElementBit | index
                  : (static_cast<uint32_t>(kind) << kIndexBits) | (index & kMaxIndex)) {}

  constexpr bool is_element() const { return (bits_ & kElementBit) != 0; }
  constexpr ReferenceKind kind() const {
    return is_element() ? ReferenceKind::kArrayElement
                        : static_cast<ReferenceKind>(bits_ >> kIndexBits);
  }
  constexpr uint32_t index() const { return bits_ & (is_element() ? ~kElementBit : kMaxIndex); }
  constexpr uint32_t bits() const { return bits_; }
  static constexpr ReferenceSlot FromBits(uint32_t bits) {
    ReferenceSlot slot;
    slot.bits_ = bits;
    return slot;
  }
  friend constexpr bool operator==(ReferenceSlot, ReferenceSlot) = default;

  static constexpr uint32_t kIndexBits = 27;
  static constexpr uint32_t kMaxIndex = (1u << kIndexBits) - 1;

 private:
  static constexpr uint32_t kElementBit = 1u << 31;
  uint32_t bits_ = 0;
};

constexpr ReferenceSlot FieldSlot(uint32_t index) { return {ReferenceKind::kField, index}; }
constexpr ReferenceSlot ElementSlot(uint32_t index) {
  return {ReferenceKind::kArrayElement, index};
}
constexpr ReferenceSlot StaticSlot(uint32_t index) { return {ReferenceKind::kStaticField, index}; }

// How firmly a reference, or a whole path, holds its target. Ordered from firm to loose; a path is
// as strong as its loosest reference. Only Reference.referent and .discovered are not strong.
enum class Strength : uint8_t { kStrong, kSoft, kFinal, kWeak, kPhantom };

}  // namespace taproot
