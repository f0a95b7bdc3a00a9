#include "absl/strings/str_cat.h"
#include "control/agent.h"
#include "query/subject.h"

namespace taproot {

// In turn, so that who looks for patterns at this moment watches nothing anew afterwards. A handler
// of a signal stays, for without it the signal would end the application.
absl::StatusOr<Answer> Agent::Stop(const Request& request, const Command& command) {
  return InTurn(request, [&](const RequestContext& context) -> absl::StatusOr<Answer> {
    {
      const std::lock_guard lock(settings_mutex_);
      Command nothing;
      nothing.signal = settings_.start.signal;
      settings_.start = nothing;
      settings_.stopped = true;
    }
    const size_t removed = registry_->Unwatch(context.jni, registry_->LivingIds());
    return WithoutFacts(DescribeStatus(
        Settings(), {.fork_support = &fork_support_}, *registry_, events_.get(), context.jni,
        command, absl::StrCat("no longer watching ", CountOf(removed, "object"))));
  });
}

}  // namespace taproot
