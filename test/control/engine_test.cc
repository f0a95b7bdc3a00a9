#include "control/engine.h"

#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

struct Checked {
  absl::StatusOr<EngineDecision> decision;
  int checks = 0;
};

Checked Choose(const EngineWish& wish, const absl::Status& support = absl::OkStatus()) {
  Checked checked{absl::UnknownError("")};
  checked.decision = ChooseEngine(wish, [&] {
    ++checked.checks;
    return support;
  });
  return checked;
}

const absl::Status kZgc = absl::UnavailableError("the collector is ZGC");

TEST_CASE("Fork is taken where it can be, unless something else is wished", "[control][fork]") {
  CHECK(Choose({}).decision->fork);
  CHECK(Choose({.engine = EngineChoice::kFork}).decision->fork);
  CHECK_FALSE(Choose({.identity = IdentityChoice::kAddress}).decision->fork);
  CHECK(
      Choose({.engine = EngineChoice::kFork, .identity = IdentityChoice::kAddress}).decision->fork);
  CHECK_FALSE(Choose({.engine = EngineChoice::kFollow}).decision->fork);
  CHECK_FALSE(Choose({.identity = IdentityChoice::kTags}).decision->fork);
}

TEST_CASE("Where fork cannot be, follow is taken and the reason told", "[control][fork]") {
  const Checked checked = Choose({}, kZgc);
  CHECK_FALSE(checked.decision->fork);
  CHECK(checked.decision->why_not_fork == "the collector is ZGC");
  CHECK(FallbackReason("the collector is ZGC") == "not captured by fork: the collector is ZGC");
}

TEST_CASE("A fork that is demanded and cannot be is an error", "[control][fork]") {
  const absl::Status status = Choose({.engine = EngineChoice::kFork}, kZgc).decision.status();
  CHECK(absl::IsUnavailable(status));
  CHECK(status.message() == "capture=fork cannot be: the collector is ZGC");
}

TEST_CASE("Whoever wishes another engine pays no check, and gets no reason", "[control][fork]") {
  for (const EngineWish& wish :
       {EngineWish{.engine = EngineChoice::kFollow}, EngineWish{.identity = IdentityChoice::kTags},
        EngineWish{.from_inputs = true}, EngineWish{.vm_is_ending = true}}) {
    const Checked checked = Choose(wish, kZgc);
    CHECK(checked.checks == 0);
    CHECK_FALSE(checked.decision->fork);
    CHECK(checked.decision->why_not_fork.empty());
  }
}

TEST_CASE("What a few objects reach is walked from there, unless a fork is demanded",
          "[control][fork]") {
  CHECK_FALSE(Choose({.from_inputs = true}).decision->fork);
  CHECK(Choose({.engine = EngineChoice::kFork, .from_inputs = true}).decision->fork);
}

TEST_CASE("At the end of the JVM nothing is forked", "[control][fork]") {
  const Checked checked = Choose({.engine = EngineChoice::kFork, .vm_is_ending = true});
  CHECK_FALSE(checked.decision->fork);
  CHECK(checked.decision->why_not_fork == "the JVM is ending");
}

TEST_CASE("An error of a child says how to do without one", "[control][fork]") {
  const absl::Status error = ForkError(absl::AbortedError("the child was ended by signal 11"));
  CHECK(absl::IsAborted(error));
  CHECK_THAT(std::string(error.message()),
             ContainsSubstring("signal 11; capture=follow does without a child, and stops the "
                               "application for longer"));
  CHECK(ForkError(absl::CancelledError("cancelled")) == absl::CancelledError("cancelled"));
  CHECK(ForkError(absl::OkStatus()).ok());
}

}  // namespace
}  // namespace taproot
