#include "control/current_work.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace taproot {

CurrentWork::Scope::Scope(CurrentWork& work, Verb verb, RequestHandle* handle)
    : work_(work), handle_(handle) {
  {
    const std::lock_guard lock(work_.mutex_);
    work_.progress_ = &progress_;
    work_.followed_ = handle_ != nullptr;
    work_.verb_ = verb;
    work_.begin_ = Clock::now();
  }
  if (handle_ != nullptr) handle_->Attach(&progress_);
}

CurrentWork::Scope::~Scope() {
  if (handle_ != nullptr) handle_->Attach(nullptr);
  const std::lock_guard lock(work_.mutex_);
  work_.progress_ = nullptr;
}

std::optional<RunningWork> CurrentWork::Look() const {
  const std::lock_guard lock(mutex_);
  if (progress_ == nullptr) return std::nullopt;
  const std::string verb(VerbName(verb_));
  std::string_view phase = progress_->phase();
  absl::ConsumePrefix(&phase, absl::StrCat(verb, ": "));  // "dominators: tree" of `dominators`
  if (phase == verb) phase = "";                          // "threads" of `threads`
  const auto running = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_);
  return RunningWork{.verb = verb,
                     .phase = std::string(phase),
                     .fraction = progress_->fraction(),
                     .running_ms = running.count()};
}

bool CurrentWork::is_followed() const {
  const std::lock_guard lock(mutex_);
  return progress_ != nullptr && followed_;
}

bool CurrentWork::Cancel() {
  const std::lock_guard lock(mutex_);
  if (progress_ == nullptr) return false;
  progress_->Cancel();
  return true;
}

}  // namespace taproot
