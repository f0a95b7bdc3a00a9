#include "control/phase_clock.h"

#include "support/catch.h"

namespace taproot {
namespace {

std::optional<int64_t> Estimated(PhaseClock& clock, const char* phase, double fraction,
                                 int64_t running_ms) {
  wire::Progress progress{.phase = phase, .fraction = fraction, .running_ms = running_ms};
  clock.Estimate(progress);
  return progress.remaining_ms;
}

TEST_CASE("How long a phase still takes is told from its own pace", "[control][reply]") {
  PhaseClock clock;
  CHECK_FALSE(Estimated(clock, "reading", 0, 0));
  CHECK_FALSE(Estimated(clock, "reading", 0.04, 400));   // too early
  CHECK_FALSE(Estimated(clock, "reading", 0.04, 1000));  // too little
  CHECK(Estimated(clock, "reading", 0.25, 1000) == 3000);
  CHECK(Estimated(clock, "reading", 1, 4000) == 0);
  // The next one is as long as it is.
  CHECK_FALSE(Estimated(clock, "weighing", 0, 4100));
  CHECK(Estimated(clock, "weighing", 0.5, 6100) == 2000);
  // And the same again.
  CHECK_FALSE(Estimated(clock, "weighing", 0, 9000));
  CHECK(Estimated(clock, "weighing", 0.5, 10'000) == 1000);
}

TEST_CASE("A phase that is met in the middle is told from there", "[control][reply]") {
  PhaseClock clock;
  CHECK_FALSE(Estimated(clock, "reading", 0.5, 100));
  CHECK(Estimated(clock, "reading", 0.75, 1100) == 1000);
}

TEST_CASE("What is known is not estimated", "[control][reply]") {
  PhaseClock clock;
  wire::Progress progress{.phase = "x", .fraction = 0, .running_ms = 0, .remaining_ms = 77};
  clock.Estimate(progress);
  CHECK(progress.remaining_ms == 77);
}

}  // namespace
}  // namespace taproot
