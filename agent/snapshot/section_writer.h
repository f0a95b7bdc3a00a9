// Writes the sections of a snapshot, one after the other. After an error the rest is without
// effect, and Finish() tells it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "files/whole_file.h"
#include "snapshot/checksum.h"
#include "snapshot/encoder.h"
#include "snapshot/format.h"
#include "taproot/progress.h"

namespace taproot::snapshot {

class SectionWriter {
 public:
  // `expected_bytes` is what the progress is measured by.
  SectionWriter(const std::string& path, uint64_t expected_bytes, Progress* progress);

  // Each section once, in the order of their numbers.
  void Begin(Section section);
  void Append(std::span<const std::byte> bytes);
  void End();

  template <typename... Fields>
  void AddRecords(Section section, const Fields&... fields) {
    Encoder encoder;
    encoder(fields...);
    AddColumn(section, std::span<const char>(encoder.bytes()));
  }
  template <typename T>
  void AddColumn(Section section, std::span<const T> elements) {
    Begin(section);
    Append(std::as_bytes(elements));
    End();
  }

  absl::Status status() const { return status_; }
  // The size of the file.
  absl::StatusOr<uint64_t> Finish(uint64_t nodes, uint64_t references);

 private:
  SectionEntry& entry() { return start_.sections[next_]; }
  void Write(std::span<const std::byte> bytes);

  absl::StatusOr<WholeFile> file_;
  absl::Status status_;
  const uint64_t expected_bytes_;
  Progress* const progress_;
  FileStart start_;
  Checksum checksum_;
  size_t next_ = 0;  // section
  uint64_t offset_ = 0;
};

// Gathers single elements of a section on their way to the file.
template <typename T>
class ElementWriter {
 public:
  explicit ElementWriter(SectionWriter& writer) : writer_(writer) { chunk_.reserve(kChunk); }

  void Add(T element) {
    chunk_.push_back(element);
    if (chunk_.size() == kChunk) Flush();
  }
  void Flush() {
    writer_.Append(std::as_bytes(std::span<const T>(chunk_)));
    chunk_.clear();
  }

 private:
  static constexpr size_t kChunk = size_t{1} << 14;

  SectionWriter& writer_;
  std::vector<T> chunk_;
};

}  // namespace taproot::snapshot
