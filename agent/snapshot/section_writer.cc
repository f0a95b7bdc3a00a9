#include "snapshot/section_writer.h"

#include <algorithm>
#include <array>

#include "absl/log/check.h"

namespace taproot::snapshot {
namespace {

constexpr size_t kPiece = size_t{1} << 22;  // bytes between two looks at the progress

}  // namespace

SectionWriter::SectionWriter(const std::string& path, uint64_t expected_bytes, Progress* progress)
    : file_(WholeFile::Create(path)),
      status_(file_.status()),
      expected_bytes_(expected_bytes),
      progress_(progress) {
  if (progress_ != nullptr) progress_->Begin("writing the snapshot");
  // The start is written when all is known.
  Write(std::as_bytes(std::span(&start_, 1)));
}

void SectionWriter::Begin(Section section) {
  CHECK_EQ(static_cast<size_t>(section), next_);
  constexpr std::array<std::byte, kAlignment> kZeros = {};
  Write(std::span(kZeros).first(AlignUp(offset_) - offset_));
  entry() = {.id = static_cast<uint32_t>(section), .offset = offset_};
  checksum_ = Checksum();
}

void SectionWriter::Append(std::span<const std::byte> bytes) {
  while (!bytes.empty() && status_.ok()) {
    const std::span<const std::byte> piece = bytes.first(std::min(bytes.size(), kPiece));
    checksum_.Update(piece);
    Write(piece);
    bytes = bytes.subspan(piece.size());
  }
}

void SectionWriter::End() {
  entry().bytes = offset_ - entry().offset;
  entry().checksum = checksum_.value();
  ++next_;
}

void SectionWriter::Write(std::span<const std::byte> bytes) {
  if (!status_.ok()) return;
  status_ = file_->Write(bytes);
  offset_ += bytes.size();
  if (status_.ok() && progress_ != nullptr &&
      !progress_->Advance(std::min(offset_, expected_bytes_), expected_bytes_)) {
    status_ = absl::CancelledError("cancelled while the snapshot was written");
  }
}

absl::StatusOr<uint64_t> SectionWriter::Finish(uint64_t nodes, uint64_t references) {
  if (!status_.ok()) return status_;
  CHECK_EQ(next_, kSectionCount);
  start_.header.file_bytes = offset_;
  start_.header.nodes = nodes;
  start_.header.references = references;
  const auto bytes = std::as_bytes(std::span(&start_, 1));
  start_.header.checksum = Checksum::Of(bytes);
  if (absl::Status s = file_->Overwrite(0, bytes); !s.ok()) return s;
  if (absl::Status s = file_->Commit(); !s.ok()) return s;
  return offset_;
}

}  // namespace taproot::snapshot
