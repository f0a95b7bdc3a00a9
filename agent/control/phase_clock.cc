#include "control/phase_clock.h"

#include <cmath>

namespace taproot {
namespace {

// Before that any number would be a guess.
constexpr int64_t kLeastMs = 500;
constexpr double kLeastFraction = 0.05;

}  // namespace

void PhaseClock::Estimate(wire::Progress& progress) {
  // A phase that begins anew has the same name.
  if (progress.phase != phase_ || progress.fraction < last_fraction_) {
    phase_ = progress.phase;
    begin_fraction_ = progress.fraction;
    begin_ms_ = progress.running_ms;
  }
  last_fraction_ = progress.fraction;
  const int64_t taken = progress.running_ms - begin_ms_;
  const double done = progress.fraction - begin_fraction_;
  if (progress.remaining_ms || taken < kLeastMs || done < kLeastFraction) return;
  const double rate = static_cast<double>(taken) / done;
  progress.remaining_ms = std::llround(rate * (1 - progress.fraction));
}

}  // namespace taproot
