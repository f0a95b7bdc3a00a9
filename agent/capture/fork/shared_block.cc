#include "capture/fork/shared_block.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace taproot {

// It is unmapped, never destroyed; and across processes only what needs no lock works.
static_assert(std::is_trivially_destructible_v<SharedBlock>);
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

absl::StatusOr<SharedMemory> SharedMemory::Create() {
  void* at =
      mmap(nullptr, sizeof(SharedBlock), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) {
    return absl::UnavailableError(absl::StrCat("no shared memory: ", std::strerror(errno)));
  }
  return SharedMemory(new (at) SharedBlock);
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : block_(std::exchange(other.block_, nullptr)) {}

SharedMemory::~SharedMemory() {
  if (block_ != nullptr) munmap(block_, sizeof(SharedBlock));
}

}  // namespace taproot
