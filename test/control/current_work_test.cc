#include "control/current_work.h"

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("What is being answered can be looked at", "[control]") {
  CurrentWork work;
  CHECK_FALSE(work.Look());
  {
    CurrentWork::Scope scope(work, Verb::kDominators);
    CHECK_FALSE(work.is_followed());
    REQUIRE(work.Look());
    CHECK(work.Look()->verb == "dominators");
    CHECK(work.Look()->phase.empty());

    scope.progress()->Begin("weighing");
    scope.progress()->Advance(1, 4);
    CHECK(work.Look()->phase == "weighing");
    CHECK(work.Look()->fraction == 0.25);

    scope.progress()->Begin("sorting");
    CHECK(work.Look()->fraction == 0);
  }
  CHECK_FALSE(work.Look());
}

TEST_CASE("A phase does not repeat the verb it belongs to", "[control]") {
  CurrentWork work;
  {
    CurrentWork::Scope scope(work, Verb::kDominators);
    scope.progress()->Begin("dominators: tree");
    CHECK(work.Look()->phase == "tree");
  }
  CurrentWork::Scope scope(work, Verb::kThreads);
  scope.progress()->Begin("threads");
  CHECK(work.Look()->phase.empty());
  scope.progress()->Begin("dominators: tree");
  CHECK(work.Look()->phase == "dominators: tree");
}

TEST_CASE("To cancel ends the work that runs and none that comes later", "[control]") {
  CurrentWork work;
  CHECK_FALSE(work.Cancel());
  {
    CurrentWork::Scope scope(work, Verb::kLeaks);
    CHECK(scope.progress()->Advance(1, 2));
    CHECK(work.Cancel());
    CHECK_FALSE(scope.progress()->Advance(1, 2));
    CHECK(scope.progress()->cancelled());
  }
  CurrentWork::Scope scope(work, Verb::kLeaks);
  CHECK_FALSE(scope.progress()->cancelled());
}

TEST_CASE("A handle ends the work of its own request and no other", "[control]") {
  CurrentWork work;
  RequestHandle handle;
  RequestHandle other;
  CHECK_FALSE(handle.working());
  {
    CurrentWork::Scope scope(work, Verb::kLeaks, &handle);
    CHECK(handle.working());
    CHECK(work.is_followed());
    CHECK_FALSE(other.working());
    other.Cancel();
    CHECK_FALSE(scope.progress()->cancelled());
    handle.Cancel();
    CHECK(scope.progress()->cancelled());
  }
  CHECK_FALSE(handle.working());
  CHECK(handle.cancelled());
  // That was cancelled before it began.
  CurrentWork::Scope scope(work, Verb::kLeaks, &other);
  CHECK(scope.progress()->cancelled());
}

TEST_CASE("A long loop reports now and then and ends soon after it was cancelled", "[control]") {
  Progress progress;
  Stride stride(&progress, "looping", 1'000'000);
  for (int i = 0; i < 500'000; ++i) REQUIRE(stride.Step());
  CHECK(progress.phase() == "looping");
  CHECK(progress.fraction() > 0.4);
  CHECK(progress.fraction() <= 0.5);

  progress.Cancel();
  int more = 0;
  while (stride.Step()) ++more;
  CHECK(more < 100'000);
}

TEST_CASE("A loop of which nobody wants to know runs on", "[control]") {
  Stride stride(nullptr, "looping", 10);
  for (int i = 0; i < 1'000'000; ++i) REQUIRE(stride.Step());
}

}  // namespace
}  // namespace taproot
