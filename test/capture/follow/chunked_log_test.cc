#include "capture/chunked_log.h"

#include "support/catch.h"

namespace taproot {
namespace {

struct Entry {
  uint64_t number;
  uint32_t double_of_it;
};

TEST_CASE("A new log is empty", "[capture]") {
  const ChunkedLog<Entry> log;
  CHECK(log.empty());
  CHECK(log.size() == 0);
}

TEST_CASE("A log keeps what is appended, across chunks", "[capture]") {
  constexpr uint64_t kEntries = 2 * ChunkedLog<Entry>::kChunk + 17;
  ChunkedLog<Entry> log;
  for (uint64_t i = 0; i < kEntries; ++i) {
    REQUIRE(log.Append({i, static_cast<uint32_t>(2 * i)}));
    if (log.size() != i + 1 || log.back().number != i) FAIL("after " << i);
  }
  CHECK_FALSE(log.empty());
  for (uint64_t i = 0; i < kEntries; ++i) {
    if (log[i].number != i || log[i].double_of_it != 2 * i) FAIL("at " << i);
  }
}

TEST_CASE("A full chunk is counted whole", "[capture]") {
  ChunkedLog<uint32_t> log;
  for (size_t i = 0; i < ChunkedLog<uint32_t>::kChunk; ++i) log.Append(7);
  CHECK(log.size() == ChunkedLog<uint32_t>::kChunk);
  log.Append(8);
  CHECK(log.size() == ChunkedLog<uint32_t>::kChunk + 1);
  CHECK(log[ChunkedLog<uint32_t>::kChunk] == 8);
}

TEST_CASE("Appending does not move what is there", "[capture]") {
  ChunkedLog<uint32_t> log;
  log.Append(1);
  const uint32_t* first = &log[0];
  for (size_t i = 0; i < 3 * ChunkedLog<uint32_t>::kChunk; ++i) log.Append(2);
  CHECK(&log[0] == first);
}

TEST_CASE("The last entry can be changed", "[capture]") {
  ChunkedLog<uint32_t> log;
  log.Append(1);
  log.Append(2);
  log.back() = 5;
  CHECK(log[0] == 1);
  CHECK(log[1] == 5);
}

TEST_CASE("A cleared log is as good as new", "[capture]") {
  ChunkedLog<uint32_t> log;
  for (size_t i = 0; i < ChunkedLog<uint32_t>::kChunk + 5; ++i) log.Append(1);
  log.Clear();
  CHECK(log.empty());
  CHECK(log.size() == 0);
  REQUIRE(log.Append(9));
  CHECK(log.size() == 1);
  CHECK(log[0] == 9);
}

}  // namespace
}  // namespace taproot
