#include "cli/answer_sink.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cli/interrupt.h"

namespace taproot {
namespace {

constexpr int kBetweenLooksMs = 100;

// Whether something can be written now, or would fail at once. A pipe then takes PIPE_BUF bytes
// without waiting for its reader.
bool IsReady() {
  pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&ready, 1, kBetweenLooksMs) > 0;
}

}  // namespace

AnswerSink AnswerSink::ToStandardOutput(bool is_text, const Terminal& terminal) {
  AnswerSink sink;
  if (is_text && (terminal.colors || terminal.cleans)) sink.pretty_.emplace(terminal);
  return sink;
}

AnswerSink AnswerSink::ToMemory() {
  AnswerSink sink;
  sink.in_memory_ = true;
  return sink;
}

absl::StatusOr<AnswerSink> AnswerSink::ToFile(const std::string& path) {
  absl::StatusOr<WholeFile> file = WholeFile::Create(path);
  if (!file.ok()) return file.status();
  AnswerSink sink;
  sink.file_.emplace(*std::move(file));
  return sink;
}

absl::Status AnswerSink::Write(std::string_view part) {
  is_empty_ = is_empty_ && part.empty();
  if (in_memory_) {
    text_.append(part);
    return absl::OkStatus();
  }
  if (file_) return file_->Write(std::as_bytes(std::span(part)));
  return Print(pretty_ ? pretty_->Next(part) : part);
}

absl::Status AnswerSink::Finish() {
  if (file_) return file_->Commit();
  return pretty_ ? Print(pretty_->Rest()) : absl::OkStatus();
}

absl::Status AnswerSink::Print(std::string_view text) {
  while (!text.empty() && !reader_is_gone_) {
    // The reader may have stopped for good.
    if (Interrupted()) return absl::CancelledError("cancelled");
    if (!IsReady()) continue;
    const ssize_t written =
        write(STDOUT_FILENO, text.data(), std::min<size_t>(text.size(), PIPE_BUF));
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
      continue;
    }
    if (errno == EPIPE) {
      reader_is_gone_ = true;
    } else if (errno != EINTR && errno != EAGAIN) {
      return absl::ResourceExhaustedError(
          absl::StrCat("cannot write to standard output: ", std::strerror(errno)));
    }
  }
  return absl::OkStatus();
}

absl::Status PrintText(std::string_view text) {
  AnswerSink sink = AnswerSink::ToStandardOutput(false, {});
  return sink.Write(text);
}

}  // namespace taproot
