// The sections of a snapshot, once their places and checksums are found to be right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "snapshot/decoder.h"
#include "snapshot/format.h"
#include "taproot/frozen_array.h"
#include "taproot/progress.h"

namespace taproot::snapshot {

absl::Status Damaged(Section section, std::string_view what);

// Errors say what is wrong, not in which file.
class SectionReader {
 public:
  // Unimplemented, DataLoss or Cancelled. `backing` keeps the bytes, which are aligned as a page
  // is.
  static absl::StatusOr<SectionReader> Open(std::span<const std::byte> bytes,
                                            std::shared_ptr<const void> backing,
                                            Progress* progress);

  uint32_t version() const { return start_.header.version; }
  uint64_t nodes() const { return start_.header.nodes; }
  uint64_t references() const { return start_.header.references; }

  // DataLoss if the section holds anything but these.
  template <typename... Fields>
  absl::Status ReadRecords(Section section, Fields&... fields) const {
    Decoder decoder(Bytes(section));
    decoder(fields...);
    return decoder.finished() ? absl::OkStatus() : Damaged(section, "does not hold what it should");
  }

  // The elements stay where they are. DataLoss if it is not a whole number of them.
  template <typename T>
  absl::StatusOr<FrozenArray<T>> Column(Section section) const {
    const std::span<const std::byte> bytes = Bytes(section);
    if (bytes.size() % sizeof(T) != 0) return Damaged(section, "ends within an entry");
    return FrozenArray<T>({reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)},
                          backing_);
  }
  // DataLoss if there are not so many.
  template <typename T>
  absl::StatusOr<FrozenArray<T>> Column(Section section, uint64_t count) const {
    absl::StatusOr<FrozenArray<T>> column = Column<T>(section);
    if (column.ok() && column->size() != count) return Damaged(section, "has another length");
    return column;
  }

 private:
  SectionReader(std::span<const std::byte> bytes, std::shared_ptr<const void> backing);

  absl::Status CheckStart() const;
  absl::Status CheckTable() const;
  absl::Status CheckSums(Progress* progress) const;
  std::span<const std::byte> Bytes(Section section) const;

  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> backing_;
  FileStart start_;  // as far as the file goes
};

}  // namespace taproot::snapshot
