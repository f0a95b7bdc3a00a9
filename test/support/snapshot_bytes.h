// Snapshots as strings, to be damaged.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "snapshot/checksum.h"
#include "snapshot/format.h"
#include "snapshot/section_reader.h"
#include "snapshot/snapshot_reader.h"
#include "taproot/heap_graph.h"

namespace taproot::test {

inline absl::StatusOr<HeapGraph> ReadSnapshotBytes(std::string_view text) {
  // Aligned as a page would be, and no byte more than there are, for AddressSanitizer to see.
  const std::shared_ptr<std::byte> copy(
      new (std::align_val_t{64}) std::byte[text.size()],
      [](std::byte* bytes) { ::operator delete[](bytes, std::align_val_t{64}); });
  std::memcpy(copy.get(), text.data(), text.size());
  auto sections = snapshot::SectionReader::Open({copy.get(), text.size()}, copy, nullptr);
  if (!sections.ok()) return sections.status();
  return snapshot::ReadGraph(*sections);
}

inline snapshot::FileStart StartOf(std::string_view bytes) {
  snapshot::FileStart start;
  std::memcpy(&start, bytes.data(), sizeof start);
  return start;
}

// Makes all checksums right again, so that only the reader's other checks are left. False if there
// is no place for them.
inline bool Reseal(std::string& bytes) {
  if (bytes.size() < sizeof(snapshot::FileStart)) return false;
  snapshot::FileStart start = StartOf(bytes);
  const auto all = std::as_bytes(std::span(bytes));
  for (snapshot::SectionEntry& entry : start.sections) {
    if (entry.offset > bytes.size() || entry.bytes > bytes.size() - entry.offset) return false;
    entry.checksum = snapshot::Checksum::Of(all.subspan(entry.offset, entry.bytes));
  }
  start.header.checksum = 0;
  start.header.checksum = snapshot::Checksum::Of(std::as_bytes(std::span(&start, 1)));
  std::memcpy(bytes.data(), &start, sizeof start);
  return true;
}

}  // namespace taproot::test
