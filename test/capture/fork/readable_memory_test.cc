#include "capture/fork/readable_memory.h"

#include <sys/mman.h>

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("what is mapped without leave to read cannot be read", "[capture][fork]") {
  const ReadableMemory memory(
      "1000-2000 r--p 00000000 08:01 17 /usr/lib/libjvm.so\n"
      "2000-3000 rw-p 00000000 00:00 0\n"
      "3000-4000 ---p 00000000 00:00 0\n"
      "5000-6000 rw-s 00000000 00:00 0 [heap]\n");
  CHECK_FALSE(memory.Contains(0xfff, 1));
  CHECK(memory.Contains(0x1000, 0x1000));
  CHECK(memory.Contains(0x1ff8, 16));
  CHECK(memory.Contains(0x2fff, 1));
  CHECK_FALSE(memory.Contains(0x2fff, 2));
  CHECK_FALSE(memory.Contains(0x3000, 8));
  CHECK_FALSE(memory.Contains(0x4800, 8));
  CHECK(memory.Contains(0x5ff8, 8));
  CHECK_FALSE(memory.Contains(0x5ff8, ~uint64_t{0}));
  CHECK_FALSE(memory.Contains(0x6000, 0));
}

TEST_CASE("nothing can be read where nobody tells", "[capture][fork]") {
  CHECK_FALSE(ReadableMemory("").Contains(0x1000, 1));
}

TEST_CASE("of this process what it uses can be read", "[capture][fork]") {
  constexpr size_t kBytes = size_t{1} << 20;
  void* closed = mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(closed != MAP_FAILED);
  const int here = 0;
  const ReadableMemory memory = ReadableMemory::OfThisProcess();
  CHECK(memory.Contains(reinterpret_cast<Address>(&here), sizeof here));
  CHECK_FALSE(memory.Contains(reinterpret_cast<Address>(closed), 8));
  munmap(closed, kBytes);
}

}  // namespace
}  // namespace taproot
