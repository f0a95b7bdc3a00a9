#include "control/progress_log.h"

#include "support/catch.h"

namespace taproot {
namespace {

std::optional<RunningWork> Work(int64_t running_ms, double fraction = 0.45) {
  return RunningWork{
      .verb = "leaks", .phase = "weighing", .fraction = fraction, .running_ms = running_ms};
}

TEST_CASE("Of a request that is answered soon the log says nothing", "[control][log]") {
  ProgressLog log;
  CHECK_FALSE(log.LineFor(Work(0)));
  CHECK_FALSE(log.LineFor(Work(4'999)));
  CHECK_FALSE(log.LineFor(std::nullopt));
}

TEST_CASE("A request that takes long has a line now and then", "[control][log]") {
  ProgressLog log;
  CHECK(log.LineFor(Work(5'001)) == "leaks: weighing, 45 %, 5 s");
  CHECK_FALSE(log.LineFor(Work(6'000)));
  CHECK_FALSE(log.LineFor(Work(14'000)));
  CHECK(log.LineFor(Work(15'200, 0.9)) == "leaks: weighing, 90 %, 15 s");
}

TEST_CASE("The next request has its own time", "[control][log]") {
  ProgressLog log;
  REQUIRE(log.LineFor(Work(100'000)));
  CHECK_FALSE(log.LineFor(Work(1'000)));
  CHECK(log.LineFor(Work(6'000)));
  CHECK_FALSE(log.LineFor(std::nullopt));
  CHECK(log.LineFor(Work(7'000)));
}

TEST_CASE("Before its first phase a request is known by its verb alone", "[control][log]") {
  ProgressLog log;
  CHECK(log.LineFor(RunningWork{.verb = "paths", .running_ms = 7'000}) == "paths: 7 s");
}

}  // namespace
}  // namespace taproot
