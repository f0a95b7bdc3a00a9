#include "control/child_messages.h"

#include <limits>

#include "support/catch.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

constexpr uint64_t kLargest = std::numeric_limits<uint64_t>::max();

WatchReply SomeReply() {
  return {.gone = {3, kLargest},
          .collected = {{.id = 7,
                         .name = "session \xc3\xa4\0 42",
                         .class_name = "com.acme.Session",
                         .node = NodeId(5),
                         .age_ms = -1,
                         .collections_survived = 3},
                        {.id = 8}},
          .forced = {.count = 2, .total_ms = 12.5}};
}

GrowthRoundResult SomeRound() {
  return {.digest = {.when_ms = 1'750'000'000'000,
                     .objects = 6'000'000,
                     .bytes = uint64_t{1} << 40,
                     .groups = {{kLargest, 0, 1}, {0, 812, kLargest}}},
          .answer = "the answer\n"};
}

TEST_CASE("What child and parent say to each other arrives as it was", "[control][fork]") {
  const WatchQuestion question{.forget = {1, 2}, .recheck = {kLargest}};
  CHECK(DecodeWatchQuestion(Encode(question)).value() == question);
  CHECK(DecodeWatchQuestion(Encode(WatchQuestion())).value() == WatchQuestion());
  CHECK(DecodeWatchReply(Encode(SomeReply())).value() == SomeReply());
  CHECK(DecodeWatchReply(Encode(WatchReply())).value() == WatchReply());
  GrowthRoundResult round = SomeRound();
  CHECK(DecodeGrowthRoundResult(Encode(round)).value() == round);
  round.answer.reset();
  CHECK(DecodeGrowthRoundResult(Encode(round)).value() == round);
  round.answer = "";
  CHECK(DecodeGrowthRoundResult(Encode(round)).value() == round);
}

TEST_CASE("An answer comes out of a child with what is to be known of it", "[control][fork]") {
  for (const std::string& text :
       {std::string(), std::string("LEAK\n\0", 6), std::string(1000, 'x')}) {
    const absl::StatusOr<Answer> answer =
        DecodeAnswer(Encode(Answer{.text = text, .facts = {.leaks = kLargest}}));
    REQUIRE(answer.ok());
    CHECK(answer->text == text);
    CHECK(answer->facts == AnswerFacts{.leaks = kLargest});
  }
  CHECK(absl::IsDataLoss(DecodeAnswer("").status()));
  CHECK(absl::IsDataLoss(DecodeAnswer("short").status()));
}

TEST_CASE("A message that was cut off, or goes on, is refused", "[control][fork]") {
  const std::string good = Encode(SomeReply());
  for (size_t size = 0; size < good.size(); ++size) {
    CHECK(absl::IsDataLoss(DecodeWatchReply(std::string_view(good).substr(0, size)).status()));
  }
  CHECK(absl::IsDataLoss(DecodeWatchReply(good + "x").status()));
  CHECK(absl::IsDataLoss(DecodeWatchQuestion("").status()));
  CHECK(absl::IsDataLoss(DecodeGrowthRoundResult("").status()));
}

TEST_CASE("Random bytes are refused or make some message, and crash nothing", "[control][fork]") {
  test::Random random(1);
  int understood = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes(random.Below(40), '\0');
    for (char& c : bytes) c = static_cast<char>(random.Below(random.OneIn(2) ? 4 : 256));
    understood += DecodeWatchQuestion(bytes).ok() + DecodeWatchReply(bytes).ok() +
                  DecodeGrowthRoundResult(bytes).ok();
  }
  CHECK(understood > 0);
}

}  // namespace
}  // namespace taproot
