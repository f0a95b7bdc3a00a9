// Fuzzes the reader of snapshots; `make fuzz` builds and runs it. An input is a list of changes to
// a good snapshot, 3 bytes each: where, and to what. The checksums are made right again, or nothing
// would ever get past them; what is read is walked and told as a report does.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "support/full_graph.h"
#include "support/snapshot_bytes.h"
#include "support/snapshot_walk.h"
#include "support/temporary_folder.h"
#include "taproot/snapshot.h"

namespace {

std::string GoodSnapshot() {
  const taproot::TemporaryFolder folder;
  if (!taproot::WriteSnapshot(taproot::test::FullGraph(), folder / "heap").ok()) std::abort();
  return taproot::ReadFile(folder / "heap");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string good = GoodSnapshot();
  std::string bytes = good;
  for (; size >= 3; data += 3, size -= 3) {
    bytes[(data[0] | size_t{data[1]} << 8) % bytes.size()] = static_cast<char>(data[2]);
  }
  taproot::test::Reseal(bytes);
  const absl::StatusOr<taproot::HeapGraph> graph = taproot::test::ReadSnapshotBytes(bytes);
  if (!graph.ok()) {
    if (graph.status().message().empty()) std::abort();
    return 0;
  }
  taproot::test::WalkAndTell(*graph);
  return 0;
}
