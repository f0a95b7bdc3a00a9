#include "taproot/snapshot.h"

#include <sys/stat.h>

#include <cstring>
#include <string>

#include "graph/heap_graph_builder.h"
#include "snapshot/encoder.h"
#include "support/catch.h"
#include "support/file_size_limit.h"
#include "support/full_graph.h"
#include "support/graph_literal.h"
#include "support/graph_parts.h"
#include "support/random_graph.h"
#include "support/snapshot_bytes.h"
#include "support/temporary_folder.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Difference;
using Names = std::vector<std::string>;

HeapGraph ThereAndBack(const HeapGraph& graph, SnapshotAccess access = SnapshotAccess::kMap) {
  const TemporaryFolder folder;
  const std::string path = folder / "heap.snapshot";
  const absl::StatusOr<uint64_t> bytes = WriteSnapshot(graph, path);
  REQUIRE(bytes.ok());
  REQUIRE(*bytes == ReadFile(path).size());
  absl::StatusOr<HeapGraph> read = ReadSnapshot(path, nullptr, access);
  INFO(read.status().message());
  REQUIRE(read.ok());
  return *std::move(read);  // the file is gone now, the mapping is not
}

HeapGraph Array(uint32_t length) {
  test::TestHeap heap;
  const NodeId array = heap.NewArray("java.lang.Object[]", 16 + 8 * uint64_t{length}, length);
  heap.AddRoot(RootKind::kInput, array);
  for (uint32_t i = 0; i < length; ++i) heap.SetElement(array, i, heap.New("java.lang.Object", 16));
  return std::move(heap).Build();
}

TEST_CASE("What is read equals what was written, mapped or copied", "[snapshot]") {
  const HeapGraph graph = test::FullGraph();
  CHECK(Difference(graph, graph).empty());
  CHECK(Difference(ThereAndBack(graph), graph) == "");
  CHECK(Difference(ThereAndBack(graph, SnapshotAccess::kCopy), graph) == "");
}

TEST_CASE("Random graphs come back as they were", "[snapshot]") {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    INFO(seed);
    REQUIRE(Difference(ThereAndBack(graph), graph) == "");
  }
}

TEST_CASE("Graphs of nothing, and of an object without references, come back", "[snapshot]") {
  const HeapGraph nothing = std::move(HeapGraphBuilder()).Build().value();
  CHECK(Difference(ThereAndBack(nothing), nothing) == "");
  const test::GraphLiteral alone("(vm) -> a");
  CHECK(Difference(ThereAndBack(alone.graph()), alone.graph()) == "");
}

// The bytes of a file in an older format: the VM is told without its host, and in format 1 the
// capture without the parts of its pause.
std::string InOlderFormat(uint32_t version, const std::string& now, const HeapGraph& graph) {
  snapshot::Encoder capture;
  capture(snapshot::VmInfo2{graph.vm()});
  if (version == 1) {
    capture(snapshot::CaptureInfo1{graph.capture()});
  } else {
    capture(graph.capture());
  }
  snapshot::FileStart start = test::StartOf(now);
  std::string then(sizeof start, '\0');
  for (snapshot::SectionEntry& entry : start.sections) {
    const bool is_capture = entry.id == static_cast<uint32_t>(snapshot::Section::kCapture);
    const std::string bytes = is_capture ? capture.bytes() : now.substr(entry.offset, entry.bytes);
    then.resize(snapshot::AlignUp(then.size()), '\0');
    entry.offset = then.size();
    entry.bytes = bytes.size();
    then += bytes;
  }
  start.header.version = version;
  start.header.file_bytes = then.size();
  std::memcpy(then.data(), &start, sizeof start);
  REQUIRE(test::Reseal(then));
  return then;
}

TEST_CASE("A file in an older format is read, without what it does not tell", "[snapshot]") {
  const uint32_t version = GENERATE(1u, 2u);
  const TemporaryFolder folder;
  const HeapGraph graph = test::FullGraph();
  REQUIRE(WriteSnapshot(graph, folder / "now").ok());
  const absl::StatusOr<HeapGraph> read =
      ReadSnapshot(folder.Write("then", InOlderFormat(version, ReadFile(folder / "now"), graph)));
  INFO(read.status());
  REQUIRE(read.ok());
  HeapGraph without = test::FullGraph("");
  if (version == 1) {
    CaptureInfo capture = graph.capture();
    capture.safepoint_ms = capture.roots_ms = capture.fork_ms = 0;
    HeapGraphBuilder::SetCapture(without, capture);
  }
  CHECK(Difference(*read, without) == "");
}

TEST_CASE("A graph of several megabytes comes back", "[snapshot]") {
  const HeapGraph graph = Array(600'000);
  CHECK(Difference(ThereAndBack(graph), graph) == "");
}

TEST_CASE("An object takes 8 bytes and a reference 8, an array 8 more", "[snapshot]") {
  const TemporaryFolder folder;
  const uint64_t small = WriteSnapshot(Array(1'000), folder / "small").value();
  const uint64_t large = WriteSnapshot(Array(11'000), folder / "large").value();
  CHECK(large - small < 10'000 * 16 + 128);
}

TEST_CASE("A snapshot is for its owner alone, and replaces one that is there", "[snapshot]") {
  const TemporaryFolder folder;
  const std::string path = folder.Write("heap", "an old one");
  REQUIRE(WriteSnapshot(test::FullGraph(), path).ok());
  struct stat status = {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0600);
  CHECK(folder.Names() == Names{"heap"});
  CHECK(ReadSnapshot(path).ok());
}

TEST_CASE("A graph outlives the file that it was read from, and whoever replaces it",
          "[snapshot]") {
  const TemporaryFolder folder;
  const std::string path = folder / "heap";
  const HeapGraph graph = test::FullGraph();
  REQUIRE(WriteSnapshot(graph, path).ok());
  const HeapGraph read = ReadSnapshot(path).value();
  REQUIRE(WriteSnapshot(test::RandomGraph(1), path).ok());
  CHECK(Difference(read, graph) == "");
}

TEST_CASE("A full disk is told, and nothing is left", "[snapshot]") {
  const TemporaryFolder folder;
  const FileSizeLimit limit(100'000);
  for (uint32_t length : {10'000u, 600'000u}) {
    const absl::Status status = WriteSnapshot(Array(length), folder / "heap").status();
    CHECK(status.code() == absl::StatusCode::kResourceExhausted);
    CHECK_THAT(std::string(status.message()), ContainsSubstring("heap: File too large"));
    CHECK(folder.Names().empty());
  }
}

TEST_CASE("Where nothing can be written, that is told", "[snapshot]") {
  const TemporaryFolder folder;
  const HeapGraph graph = test::FullGraph();
  const absl::Status nowhere = WriteSnapshot(graph, folder / "no/such/folder").status();
  CHECK_THAT(std::string(nowhere.message()), ContainsSubstring("No such file or directory"));
  const absl::Status in_place_of_a_folder = WriteSnapshot(graph, folder / ".").status();
  CHECK_THAT(std::string(in_place_of_a_folder.message()), ContainsSubstring("Is a directory"));
}

TEST_CASE("Writing and reading can be cancelled, and leave nothing", "[snapshot]") {
  const TemporaryFolder folder;
  const std::string path = folder / "heap";
  Progress progress;
  REQUIRE(WriteSnapshot(Array(10), path, &progress).ok());
  CHECK(progress.fraction() == 1);
  CHECK(progress.phase() == "writing the snapshot");
  REQUIRE(ReadSnapshot(path, &progress).ok());
  CHECK(progress.phase() == "reading the snapshot");
  progress.Cancel();
  CHECK(ReadSnapshot(path, &progress).status().code() == absl::StatusCode::kCancelled);
  CHECK(WriteSnapshot(Array(10), folder / "other", &progress).status().code() ==
        absl::StatusCode::kCancelled);
  CHECK(folder.Names() == Names{"heap"});
}

}  // namespace
}  // namespace taproot
