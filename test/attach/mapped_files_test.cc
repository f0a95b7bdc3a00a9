#include "attach/mapped_files.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "support/catch.h"
#include "support/fake_proc.h"

namespace taproot {
namespace {

using test::MapLine;

TEST_CASE("The VM, the C library and the agent are known by their names", "[attach]") {
  const MappedFiles files = ParseMaps(absl::StrCat(
      "55e0-55e1 rw-p 00000000 00:00 0                          [heap]\n",
      MapLine("/opt/jdk/lib/server/libjvm.so"), MapLine("/lib/ld-musl-x86_64.so.1"),
      MapLine("/opt/taproot/lib/libtaproot.so", 8), MapLine("/opt/taproot/lib/libtaproot.so", 8)));
  CHECK(files.libjvm == "/opt/jdk/lib/server/libjvm.so");
  CHECK(files.libj9vm.empty());
  CHECK(files.musl);
  REQUIRE(files.agents.size() == 1);
  CHECK(files.agents[0].path == "/opt/taproot/lib/libtaproot.so");
  CHECK(files.agents[0].inode == 8);
  CHECK(files.agents[0].range == "7f0000000000-7f0000001000");
  CHECK_FALSE(files.agents[0].deleted);
}

TEST_CASE("A copy from the jar is an agent though its file is gone", "[attach]") {
  const MappedFiles files = ParseMaps(MapLine("/tmp/libtaproot-123.so (deleted)"));
  REQUIRE(files.agents.size() == 1);
  CHECK(files.agents[0].path == "/tmp/libtaproot-123.so");
  CHECK(files.agents[0].deleted);
}

TEST_CASE("Other names are no agents", "[attach]") {
  CHECK(ParseMaps(MapLine("/tmp/libtaproot-x.so")).agents.empty());
  CHECK(ParseMaps(MapLine("/tmp/libtaproot-.so")).agents.empty());
  CHECK(ParseMaps(MapLine("/tmp/mylibtaproot.so")).agents.empty());
  CHECK(ParseMaps(MapLine("/tmp/libtaproot.so.debug")).agents.empty());
}

TEST_CASE("Names keep their blanks", "[attach]") {
  CHECK(ParseMaps(MapLine("/opt/my jdk/libjvm.so")).libjvm == "/opt/my jdk/libjvm.so");
}

TEST_CASE("Names count from the root folder of the process", "[attach]") {
  CHECK(ParseMaps(MapLine("/jail/opt/libjvm.so"), "/jail").libjvm == "/opt/libjvm.so");
  CHECK(ParseMaps(MapLine("/jailor/libjvm.so"), "/jail").libjvm == "/jailor/libjvm.so");
}

TEST_CASE("OpenJ9 has another library", "[attach]") {
  const MappedFiles files = ParseMaps(MapLine("/opt/j9/lib/default/libj9vm29.so"));
  CHECK(files.libj9vm == "/opt/j9/lib/default/libj9vm29.so");
  CHECK(files.libjvm.empty());
}

TEST_CASE("Lines that are none are passed over", "[attach]") {
  CHECK(
      ParseMaps("/libjvm.so\n7f00-7f01 r-xp /libjvm.so\nx y z a b /libjvm.so\n\n").libjvm.empty());
}

}  // namespace
}  // namespace taproot
