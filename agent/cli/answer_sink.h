// Where an answer goes, part by part: standard output, a file that appears whole, or memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/pretty_text.h"
#include "cli/terminal.h"
#include "files/whole_file.h"

namespace taproot {

class AnswerSink {
 public:
  // Text for people is made pretty as far as the terminal says.
  static AnswerSink ToStandardOutput(bool is_text, const Terminal& terminal);
  static AnswerSink ToMemory();
  // Errors are those of WholeFile.
  static absl::StatusOr<AnswerSink> ToFile(const std::string& path);

  // A reader that has gone is no error: the rest goes nowhere. Else why nothing can be written;
  // Cancelled if Interrupted() says so while a reader does not read.
  absl::Status Write(std::string_view part);
  const std::string& text() const { return text_; }  // in memory
  bool is_empty() const { return is_empty_; }
  // Without it a file does not appear.
  absl::Status Finish();

 private:
  AnswerSink() = default;

  absl::Status Print(std::string_view text);

  std::optional<WholeFile> file_;
  std::optional<PrettyText> pretty_;
  bool in_memory_ = false;
  std::string text_;
  bool is_empty_ = true;
  bool reader_is_gone_ = false;
};

// All of it to standard output, as above.
absl::Status PrintText(std::string_view text);

}  // namespace taproot
