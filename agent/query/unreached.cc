#include "query/unreached.h"

#include "absl/strings/str_cat.h"
#include "query/subject.h"

namespace taproot {

uint64_t LeaveOutUnreached(std::vector<Finding>& findings) {
  return std::erase_if(findings, [](const Finding& finding) {
    return !finding.path && finding.verdict != Verdict::kCollected;
  });
}

std::string UnreachedNote(uint64_t count, const CaptureInfo& capture) {
  const bool one = count == 1;
  std::string note =
      absl::StrCat(CountOf(count, "watched object"), one ? " is" : " are",
                   " not reached any more: the next collection will free ", one ? "it" : "them");
  // Of what the VM itself holds, call sites above all, FollowReferences tells only a part.
  if (capture.engine != "fork") {
    absl::StrAppend(&note, ", unless the VM itself holds ", one ? "it" : "them",
                    ", which capture=fork tells");
  }
  return note;
}

}  // namespace taproot
