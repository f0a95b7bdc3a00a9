#include "snapshot/section_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "snapshot/checksum.h"

namespace taproot::snapshot {
namespace {

constexpr size_t kPiece = size_t{1} << 22;  // bytes between two looks at the progress

constexpr uint32_t Swapped(uint32_t word) {
  return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

}  // namespace

absl::Status Damaged(Section section, std::string_view what) {
  return absl::DataLossError(absl::StrCat(
      "is damaged: section \"", kSectionNames[static_cast<size_t>(section)], "\" ", what));
}

SectionReader::SectionReader(std::span<const std::byte> bytes, std::shared_ptr<const void> backing)
    : bytes_(bytes), backing_(std::move(backing)) {
  if (!bytes.empty()) std::memcpy(&start_, bytes.data(), std::min(bytes.size(), sizeof start_));
}

absl::StatusOr<SectionReader> SectionReader::Open(std::span<const std::byte> bytes,
                                                  std::shared_ptr<const void> backing,
                                                  Progress* progress) {
  SectionReader reader(bytes, std::move(backing));
  if (absl::Status s = reader.CheckStart(); !s.ok()) return s;
  if (absl::Status s = reader.CheckTable(); !s.ok()) return s;
  if (absl::Status s = reader.CheckSums(progress); !s.ok()) return s;
  return reader;
}

absl::Status SectionReader::CheckStart() const {
  const Header& header = start_.header;
  if (bytes_.size() < sizeof header.magic || header.magic != kMagic) {
    return absl::DataLossError("is no Taproot snapshot");
  }
  if (bytes_.size() < sizeof header) return absl::DataLossError("was cut off within its header");
  if (header.byte_order == Swapped(kByteOrder)) {
    return absl::UnimplementedError("was written on a machine with another byte order");
  }
  if (header.byte_order != kByteOrder) return absl::DataLossError("is damaged: its header");
  if (header.version > kFormatVersion) {
    return absl::UnimplementedError(absl::StrCat("was written by a newer Taproot, in format ",
                                                 header.version, "; this one reads up to ",
                                                 kFormatVersion));
  }
  if (bytes_.size() < sizeof start_) return absl::DataLossError("was cut off within its header");
  FileStart summed = start_;
  summed.header.checksum = 0;
  if (Checksum::Of(std::as_bytes(std::span(&summed, 1))) != header.checksum) {
    return absl::DataLossError("is damaged: its header does not fit its checksum");
  }
  if (header.features != 0) {
    return absl::UnimplementedError(absl::StrCat("uses features that this Taproot does not know: ",
                                                 absl::Hex(header.features)));
  }
  if (bytes_.size() < header.file_bytes) {
    return absl::DataLossError(
        absl::StrCat("was cut off: it has ", bytes_.size(), " of ", header.file_bytes, " bytes"));
  }
  if (bytes_.size() > header.file_bytes) {
    return absl::DataLossError(
        absl::StrCat("is damaged: ", bytes_.size() - header.file_bytes, " bytes follow its end"));
  }
  return absl::OkStatus();
}

// The sections lie one after the other, so none overlaps another and every byte is looked at.
absl::Status SectionReader::CheckTable() const {
  if (start_.header.version < kOldestVersion || start_.header.section_count != kSectionCount) {
    return absl::DataLossError("is damaged: its header");
  }
  uint64_t end = sizeof start_;
  for (size_t i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    const SectionEntry& entry = start_.sections[i];
    const uint64_t begin = AlignUp(end);
    if (entry.id != i || entry.offset != begin || begin > bytes_.size() ||
        entry.bytes > bytes_.size() - begin) {
      return Damaged(section, "is not where it should be");
    }
    const std::span<const std::byte> gap = bytes_.subspan(end, begin - end);
    if (!std::ranges::all_of(gap, [](std::byte byte) { return byte == std::byte{0}; })) {
      return Damaged(section, "has something before it");
    }
    end = begin + entry.bytes;
  }
  if (end != bytes_.size()) return absl::DataLossError("is damaged: its length");
  return absl::OkStatus();
}

absl::Status SectionReader::CheckSums(Progress* progress) const {
  if (progress != nullptr) progress->Begin("reading the snapshot");
  uint64_t done = 0;
  for (size_t i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    Checksum checksum;
    for (std::span<const std::byte> rest = Bytes(section); !rest.empty();) {
      const std::span<const std::byte> piece = rest.first(std::min(rest.size(), kPiece));
      checksum.Update(piece);
      done += piece.size();
      rest = rest.subspan(piece.size());
      if (progress != nullptr && !progress->Advance(done, bytes_.size())) {
        return absl::CancelledError("was not read: cancelled");
      }
    }
    if (checksum.value() != start_.sections[i].checksum) {
      return Damaged(section, "does not fit its checksum");
    }
  }
  return absl::OkStatus();
}

std::span<const std::byte> SectionReader::Bytes(Section section) const {
  const SectionEntry& entry = start_.sections[static_cast<size_t>(section)];
  return bytes_.subspan(entry.offset, entry.bytes);
}

}  // namespace taproot::snapshot
