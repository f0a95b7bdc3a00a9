// References out of the frames of parked virtual threads: locals where the frame tells which they
// are, else words of its stack. What they hold ranks as what a frame of a live thread holds.
#pragma once

#include "taproot/reference.h"

namespace taproot {

constexpr bool IsFrameReference(ReferenceKind kind) {
  return kind == ReferenceKind::kFrameLocal || kind == ReferenceKind::kStackWord;
}

}  // namespace taproot
