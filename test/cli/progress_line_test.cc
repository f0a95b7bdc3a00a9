#include "cli/progress_line.h"

#include "cli/folding.h"
#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("Progress is told in words", "[cli][progress]") {
  ProgressView view{.verb = "leaks", .running_ms = 1900};
  CHECK(ProgressWords(view, 80) == "leaks: 1 s");
  view.phase = "walking the heap";
  view.fraction = 0.456;
  CHECK(ProgressWords(view, 80) == "leaks: walking the heap  46 %, 1 s");
  view.remaining_ms = 4200;
  CHECK(ProgressWords(view, 80) == "leaks: walking the heap  46 %, 1 s, about 4 s left");
  view.remaining_ms = 900;
  CHECK(ProgressWords(view, 80) == "leaks: walking the heap  46 %, 1 s");
}

TEST_CASE("Progress never fills its line", "[cli][progress]") {
  const ProgressView view{.verb = "leaks",
                          .phase = "walking the heap",
                          .fraction = 7,
                          .running_ms = 100'000,
                          .remaining_ms = 100'000};
  for (size_t width = 10; width < 70; ++width) {
    CHECK(PlacesOf(ProgressWords(view, width)) < width);
  }
}

}  // namespace
}  // namespace taproot
