#include "control/complete_findings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "query/subject.h"
#include "query/unreached.h"

namespace taproot {
namespace {

bool Contains(const std::vector<uint64_t>& sorted, uint64_t id) {
  return std::ranges::binary_search(sorted, id);
}

void EraseFindings(std::vector<uint64_t> ids, std::vector<Finding>& findings) {
  std::ranges::sort(ids);
  std::erase_if(findings,
                [&](const Finding& finding) { return Contains(ids, finding.watched.id); });
}

// What has died since the capture is judged as it was then.
void AddCollected(const std::vector<WatchedObject>& collected, std::vector<Finding>& findings) {
  std::vector<uint64_t> judged;
  judged.reserve(findings.size());
  for (const Finding& finding : findings) judged.push_back(finding.watched.id);
  std::ranges::sort(judged);
  for (const WatchedObject& gone : collected) {
    if (Contains(judged, gone.id)) continue;
    findings.push_back({.watched = gone, .verdict = Verdict::kCollected});
  }
}

// No collection: the graph alone decides.
void TrustGraph(const AnalysisScene& scene, bool vm_is_ending, std::vector<Finding>& findings,
                std::vector<std::string>& notes) {
  const uint64_t count = LeaveOutUnreached(findings);
  if (count == 0) return;
  notes.push_back(vm_is_ending
                      ? absl::StrCat("no collection is made at the end of the JVM: ",
                                     CountOf(count, "watched object"), " that nothing reaches ",
                                     count == 1 ? "is" : "are", " left out")
                      : UnreachedNote(count, scene.graph().capture()));
}

}  // namespace

std::vector<uint64_t> FreshGarbage(const AnalysisScene& scene) {
  std::vector<uint64_t> reached;
  for (const WatchedObject& watched : scene.graph().watched()) {
    if (watched.node.valid()) reached.push_back(watched.id);
  }
  std::ranges::sort(reached);
  std::vector<uint64_t> garbage;
  std::ranges::set_difference(scene.fresh, reached, std::back_inserter(garbage));
  return garbage;
}

absl::Status CompleteFindings(const AnalysisScene& scene, WatchedBefore& before,
                              std::vector<Finding>& findings, std::vector<std::string>& notes) {
  WatchQuestion question{.forget = FreshGarbage(scene)};
  EraseFindings(question.forget, findings);
  if (before.vm_is_ending || before.verify == Verification::kGraph) {
    TrustGraph(scene, before.vm_is_ending, findings, notes);
  } else {
    for (const Finding& finding : findings) {
      if (finding.verdict == Verdict::kHeldByVm) question.recheck.push_back(finding.watched.id);
    }
  }
  if (!question.empty()) {
    absl::StatusOr<WatchReply> reply = scene.ask(question);
    if (!reply.ok()) return reply.status();
    EraseFindings(std::move(reply->gone), findings);
    before.collected = std::move(reply->collected);
    before.forced.count += reply->forced.count;
    before.forced.total_ms += reply->forced.total_ms;
  }
  AddCollected(before.collected, findings);
  return absl::OkStatus();
}

}  // namespace taproot
