#include "attach/perf_counters.h"

#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/perf_data_writer.h"

namespace taproot {
namespace {

using test::PerfDataWriter;

std::string SwapAll(std::string bytes) {
  // The header's and one entry's numbers; see PerfDataWriter.
  for (size_t at : {8, 12, 24, 28, 32, 36, 40, 48}) {
    std::reverse(bytes.data() + at, bytes.data() + at + 4);
  }
  bytes[4] = 0;
  return bytes;
}

TEST_CASE("Counters are numbers and texts by name", "[attach]") {
  const auto counters = PerfCounters::Parse(
      PerfDataWriter().Number("a.number", -7).Text("a.text", "com.acme.Main x").Bytes());
  REQUIRE(counters.ok());
  CHECK(counters->Number("a.number") == -7);
  CHECK(counters->Text("a.text") == "com.acme.Main x");
  CHECK(counters->Text("a.number").empty());
  CHECK_FALSE(counters->Number("a.text"));
  CHECK_FALSE(counters->Number("nobody"));
}

TEST_CASE("Counters of a machine with the other byte order are read as well", "[attach]") {
  const auto counters = PerfCounters::Parse(SwapAll(PerfDataWriter().Text("text", "abc").Bytes()));
  REQUIRE(counters.ok());
  CHECK(counters->Text("text") == "abc");
}

TEST_CASE("A VM that is only just starting has no counters yet", "[attach]") {
  const auto counters = PerfCounters::Parse(PerfDataWriter().Text("text", "abc").Bytes(false));
  CHECK(counters.status().code() == absl::StatusCode::kFailedPrecondition);
}

TEST_CASE("Counters of another format are refused", "[attach]") {
  std::string bytes = PerfDataWriter().Text("text", "abc").Bytes();
  bytes[5] = 1;
  CHECK(PerfCounters::Parse(bytes).status().code() == absl::StatusCode::kInvalidArgument);
}

TEST_CASE("Counters that are cut off anywhere in their entries are refused", "[attach]") {
  const std::string bytes =
      PerfDataWriter().Number("a.number", 7).Text("a.text", "some words").Bytes();
  const size_t padding = 512;
  for (size_t size = 0; size < bytes.size() - padding; ++size) {
    CAPTURE(size);
    CHECK_FALSE(PerfCounters::Parse(bytes.substr(0, size)).ok());
  }
}

TEST_CASE("No change of a single byte does harm", "[attach]") {
  const std::string good = PerfDataWriter().Number("n", 7).Text("t", "some words").Bytes();
  for (size_t at = 0; at < 120; ++at) {
    for (int value : {0, 1, 0x7f, 0x80, 0xff}) {
      std::string bytes = good;
      bytes[at] = static_cast<char>(value);
      const auto counters = PerfCounters::Parse(bytes);
      if (counters.ok()) CHECK(counters->Text("t").size() < bytes.size());
    }
  }
}

}  // namespace
}  // namespace taproot
