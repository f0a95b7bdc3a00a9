#include "support/catch.h"
#include "taproot/reference.h"

namespace taproot {
namespace {

TEST_CASE("a slot keeps kind and index", "[graph]") {
  for (ReferenceKind kind :
       {ReferenceKind::kField, ReferenceKind::kStaticField, ReferenceKind::kMirrorField,
        ReferenceKind::kClass, ReferenceKind::kSuperclass, ReferenceKind::kInterface,
        ReferenceKind::kClassLoader, ReferenceKind::kProtectionDomain, ReferenceKind::kSigners,
        ReferenceKind::kConstantPool, ReferenceKind::kFrameLocal, ReferenceKind::kOther,
        ReferenceKind::kCallSite, ReferenceKind::kHiddenClass, ReferenceKind::kStackWord}) {
    for (uint32_t index : {0u, 1u, 70000u, ReferenceSlot::kMaxIndex}) {
      const ReferenceSlot slot(kind, index);
      CHECK(slot.kind() == kind);
      CHECK(slot.index() == index);
      CHECK_FALSE(slot.is_element());
      CHECK(ReferenceSlot::FromBits(slot.bits()) == slot);
    }
  }
}

TEST_CASE("an element slot takes every index that a Java array has", "[graph]") {
  constexpr uint32_t kLastIndex = 0x7fffffff - 1;
  for (uint32_t index : {0u, 1u, ReferenceSlot::kMaxIndex + 1, kLastIndex}) {
    const ReferenceSlot slot = ElementSlot(index);
    CHECK(slot.is_element());
    CHECK(slot.kind() == ReferenceKind::kArrayElement);
    CHECK(slot.index() == index);
  }
}

}  // namespace
}  // namespace taproot
