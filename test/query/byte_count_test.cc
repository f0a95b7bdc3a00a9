#include "query/byte_count.h"

#include <string_view>

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("Bytes are counted by 1000 or by 1024, as the unit says", "[query]") {
  CHECK(ParseByteCount("0") == 0);
  CHECK(ParseByteCount("4096") == 4096);
  CHECK(ParseByteCount("4096b") == 4096);
  CHECK(ParseByteCount("64KiB") == 65'536);
  CHECK(ParseByteCount("64k") == 65'536);
  CHECK(ParseByteCount("64kb") == 64'000);
  CHECK(ParseByteCount("10MB") == 10'000'000);
  CHECK(ParseByteCount("10M") == 10'485'760);
  CHECK(ParseByteCount("1.5MiB") == 1'572'864);
  CHECK(ParseByteCount("2GiB") == 2'147'483'648);
  CHECK(ParseByteCount("2g") == 2'147'483'648);
  CHECK(ParseByteCount("2GB") == 2'000'000'000);
}

TEST_CASE("What is no number of bytes is refused", "[query]") {
  for (const std::string_view bad :
       {"", "k", "KiB", "-1", "+1", "1e3", "0x10", "inf", "nan", "1.2.3", "ten", "1 MB", " 1",
        "1TB", "9223372036854775808", "99999999999GiB", ".5", "1KiBB"}) {
    INFO(bad);
    CHECK_FALSE(ParseByteCount(bad).has_value());
  }
}

}  // namespace
}  // namespace taproot
