#include "cli/file_command.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

#include "cli/complaint.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "files/unfinished.h"
#include "query/file_query.h"
#include "taproot/progress.h"
#include "taproot/snapshot.h"

namespace taproot {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};

// Shows how far the work is, and tells it when it is to end; until its own end.
class Onlooker {
 public:
  Onlooker(std::string_view verb, Progress& progress, const Terminal& terminal)
      : verb_(verb), progress_(progress), line_(terminal), thread_([this] { Look(); }) {}
  ~Onlooker() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    over_.notify_all();
    thread_.join();
  }

 private:
  void Look() {
    const auto begin = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (!over_.wait_for(lock, kBetweenLooks, [this] { return is_over_; })) {
      if (Interrupted()) progress_.Cancel();
      const auto running = std::chrono::duration_cast<std::chrono::milliseconds>(
          std::chrono::steady_clock::now() - begin);
      line_.Show({.verb = verb_,
                  .phase = progress_.phase(),
                  .fraction = progress_.fraction(),
                  .running_ms = running.count(),
                  .remaining_ms = {}});
    }
    line_.Erase();
  }

  const std::string_view verb_;
  Progress& progress_;
  ProgressLine line_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;  // the last, for it looks at the others
};

// The file is mapped: to look at what somebody has cut off meanwhile is a SIGBUS.
void OnCutFile(int) {
  constexpr std::string_view kMessage = "taproot: the file was shortened while it was read\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  RemoveUnfinished();
  _exit(static_cast<int>(ExitCode::kTarget));
}

bool IsReadableFile(const std::string& path) {
  std::error_code error;
  return access(path.c_str(), R_OK) == 0 && std::filesystem::is_regular_file(path, error);
}

// Whether it is for the file, and not for what was asked of it.
bool IsOfFile(const absl::Status& status, const Command& command) {
  if (absl::IsDataLoss(status) || absl::IsUnimplemented(status)) return true;
  return !IsReadableFile(FileOf(command)) ||
         (!command.before.empty() && !IsReadableFile(command.before));
}

absl::StatusOr<Answer> AnswerShown(const Request& request, const Terminal& terminal) {
  Progress progress;
  const Onlooker onlooker(VerbName(request.command.verb), progress, terminal);
  return AnswerFromFile(request.command, {}, SnapshotAccess::kMap, &progress);
}

}  // namespace

ExitCode AskFile(const Request& request, const Terminal& terminal, AnswerSink& sink,
                 AnswerFacts& facts) {
  std::signal(SIGBUS, &OnCutFile);
  const absl::StatusOr<Answer> answer = AnswerShown(request, terminal);
  if (!answer.ok()) {
    const bool of_file = IsOfFile(answer.status(), request.command);
    return Complain(of_file ? ExitCode::kTarget : ExitCode::kFailed, answer.status());
  }
  facts = answer->facts;
  const absl::Status written = sink.Write(answer->text);
  return written.ok() ? ExitCode::kAnswered : Complain(ExitCode::kFailed, written);
}

}  // namespace taproot
