#include "files/unfinished.h"

#include "files/whole_file.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

TEST_CASE("A signal handler can remove files that are not whole yet", "[files]") {
  const TemporaryFolder folder;
  const absl::StatusOr<WholeFile> one = WholeFile::Create(folder / "one");
  absl::StatusOr<WholeFile> other = WholeFile::Create(folder / "other");
  REQUIRE(one.ok());
  REQUIRE(other.ok());
  const WholeFile moved = *std::move(other);
  CHECK(folder.Names().size() == 2);
  RemoveUnfinished();
  CHECK(folder.Names().empty());
}

TEST_CASE("A file that is whole stays, and more of them than there is room to know work",
          "[files]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 50; ++i) {
    absl::StatusOr<WholeFile> file = WholeFile::Create(folder / "whole");
    REQUIRE(file.ok());
    REQUIRE(file->Commit().ok());
  }
  std::vector<absl::StatusOr<WholeFile>> many;
  for (int i = 0; i < 50; ++i) many.push_back(WholeFile::Create(folder / std::to_string(i)));
  RemoveUnfinished();
  many.clear();
  CHECK(folder.Names() == std::vector<std::string>{"whole"});
}

}  // namespace
}  // namespace taproot
