#include "files/unfinished.h"

#include <array>
#include <atomic>

namespace taproot {
namespace {

std::array<std::atomic<Unfinished*>, 16> known = {};
static_assert(std::atomic<Unfinished*>::is_always_lock_free);

}  // namespace

void Unfinished::Remember() noexcept {
  for (std::atomic<Unfinished*>& place : known) {
    Unfinished* none = nullptr;
    if (place.compare_exchange_strong(none, this)) return;
  }
}

void Unfinished::Forget() noexcept {
  for (std::atomic<Unfinished*>& place : known) {
    Unfinished* own = this;
    if (place.compare_exchange_strong(own, nullptr)) return;
  }
}

void RemoveUnfinished() noexcept {
  for (std::atomic<Unfinished*>& place : known) {
    if (Unfinished* const unfinished = place.load()) unfinished->Remove();
  }
}

}  // namespace taproot
