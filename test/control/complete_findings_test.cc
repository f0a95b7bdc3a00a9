#include "control/complete_findings.h"

#include <map>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using Ids = std::vector<uint64_t>;
using Notes = std::vector<std::string>;

// Watched: 1 is held, 2 is not reached, 3 is not reached and young; 4 and 5 are fresh, 5 is not
// reached.
HeapGraph MakeGraph(const std::string& engine) {
  test::TestHeap heap;
  heap.AddClass("com.acme.Session");
  const NodeId held = heap.New("com.acme.Session", 16);
  const NodeId fresh = heap.New("com.acme.Session", 16);
  heap.AddRoot(RootKind::kJniGlobal, held);
  heap.AddRoot(RootKind::kJniGlobal, fresh);
  for (const auto& [id, node, age_ms] :
       {std::tuple(1, held, 9000), std::tuple(2, NodeId(), 9000), std::tuple(3, NodeId(), 10),
        std::tuple(4, fresh, 10), std::tuple(5, NodeId(), 10)}) {
    heap.builder().AddWatched({.id = static_cast<uint64_t>(id),
                               .class_name = "com.acme.Session",
                               .node = node,
                               .age_ms = age_ms});
  }
  heap.builder().SetCapture({.engine = engine});
  return std::move(heap).Build();
}

// An analysis that has come to its findings, and a registry that answers as it is told to.
struct Judged {
  explicit Judged(const std::string& engine = "fork")
      : capture{.graph = MakeGraph(engine), .inputs = {}, .stops = {}},
        findings(JudgeWatched(capture.graph, {})) {}

  absl::Status Complete() {
    const AnalysisScene scene{.capture = capture,
                              .services = {},
                              .fresh = {4, 5},
                              .ask = [&](const WatchQuestion& question) {
                                asked.push_back(question);
                                return reply;
                              }};
    return CompleteFindings(scene, before, findings, notes);
  }
  std::map<uint64_t, Verdict> Verdicts() const {
    std::map<uint64_t, Verdict> verdicts;
    for (const Finding& finding : findings) {
      CHECK(verdicts.emplace(finding.watched.id, finding.verdict).second);
    }
    return verdicts;
  }

  Capture capture;
  std::vector<Finding> findings;
  Notes notes;
  WatchedBefore before;
  std::vector<WatchQuestion> asked;
  absl::StatusOr<WatchReply> reply = WatchReply();
};

TEST_CASE("What nothing reaches is rechecked by a collection", "[control][findings]") {
  Judged judged;
  judged.before.forced = {.count = 2, .total_ms = 10};
  judged.reply = WatchReply{
      .gone = {2}, .collected = {{.id = 2}, {.id = 9}}, .forced = {.count = 1, .total_ms = 5}};
  REQUIRE(judged.Complete().ok());
  CHECK(judged.asked == std::vector{WatchQuestion{.forget = {5}, .recheck = {2}}});
  CHECK(judged.Verdicts() == std::map<uint64_t, Verdict>{{1, Verdict::kStronglyReachable},
                                                         {2, Verdict::kCollected},
                                                         {3, Verdict::kTooYoung},
                                                         {4, Verdict::kTooYoung},
                                                         {9, Verdict::kCollected}});
  CHECK(judged.before.forced == ForcedCollections{.count = 3, .total_ms = 15});
  CHECK(judged.notes.empty());
}

TEST_CASE("What survives the recheck is held by the VM", "[control][findings]") {
  Judged judged;
  REQUIRE(judged.Complete().ok());
  CHECK(judged.Verdicts().at(2) == Verdict::kHeldByVm);
}

TEST_CASE(
    "Where the graph decides no collection is asked for, and what it does not reach is left "
    "out",
    "[control][findings]") {
  Judged judged;
  judged.before = {.collected = {{.id = 9}}, .verify = Verification::kGraph};
  judged.reply = WatchReply{.collected = {{.id = 9}}};
  REQUIRE(judged.Complete().ok());
  CHECK(judged.asked == std::vector{WatchQuestion{.forget = {5}}});
  CHECK(judged.Verdicts() == std::map<uint64_t, Verdict>{{1, Verdict::kStronglyReachable},
                                                         {4, Verdict::kTooYoung},
                                                         {9, Verdict::kCollected}});
  CHECK(judged.notes ==
        Notes{"2 watched objects are not reached any more: the next collection will free them"});
}

TEST_CASE("Of what follow does not reach it is not said for certain that it is garbage",
          "[control][findings]") {
  Judged judged("follow");
  judged.before.verify = Verification::kGraph;
  REQUIRE(judged.Complete().ok());
  CHECK(judged.notes == Notes{"2 watched objects are not reached any more: the next collection "
                              "will free them, unless the VM itself holds them, which "
                              "capture=fork tells"});
}

TEST_CASE("At the end of the JVM the graph decides, and nobody waits for a collection",
          "[control][findings]") {
  Judged judged;
  judged.before.vm_is_ending = true;
  REQUIRE(judged.Complete().ok());
  CHECK(judged.asked == std::vector{WatchQuestion{.forget = {5}}});
  CHECK_FALSE(judged.Verdicts().contains(2));
  CHECK(judged.notes == Notes{"no collection is made at the end of the JVM: 2 watched objects that "
                              "nothing reaches are left out"});
}

TEST_CASE("What has died since the capture is judged as it was then, and told once",
          "[control][findings]") {
  Judged judged;
  judged.reply = WatchReply{.collected = {{.id = 1}}};
  REQUIRE(judged.Complete().ok());
  CHECK(judged.Verdicts().at(1) == Verdict::kStronglyReachable);
}

TEST_CASE("Where there is nothing to ask, nobody is asked", "[control][findings]") {
  Judged judged;
  std::erase_if(judged.findings, [](const Finding& finding) { return finding.watched.id == 2; });
  const AnalysisScene scene{.capture = judged.capture, .services = {}, .fresh = {4}, .ask = {}};
  CHECK(FreshGarbage(scene) == Ids{});
  CHECK(CompleteFindings(scene, judged.before, judged.findings, judged.notes).ok());
}

TEST_CASE("A parent that is gone ends the analysis", "[control][findings]") {
  Judged judged;
  judged.reply = absl::UnavailableError("the parent is gone");
  CHECK(judged.Complete() == judged.reply.status());
}

}  // namespace
}  // namespace taproot
