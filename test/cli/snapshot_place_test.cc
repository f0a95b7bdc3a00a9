#include "cli/snapshot_place.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "absl/strings/match.h"
#include "files/unfinished.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

constexpr std::atomic<bool> kNotCancelled{false};

JvmProcess Ourselves() {
  JvmProcess process;
  process.pid = getpid();
  process.uid = geteuid();
  process.gid = getegid();
  return process;
}

// As one that sees other files: our /tmp is its /tmp all the same.
JvmProcess InContainer() {
  JvmProcess process = Ourselves();
  process.other_mounts = true;
  return process;
}

std::string ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

TEST_CASE("A JVM that sees the same files writes to the place itself", "[cli][snapshot]") {
  const TemporaryFolder folder;
  absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(Ourselves(), folder / "heap");
  REQUIRE(place.ok());
  CHECK(place->path_in_target() == folder / "heap");
  folder.Write("heap", "content");
  CHECK(place->Bring(kNotCancelled).ok());
  CHECK(ContentOf(folder / "heap") == "content");
}

TEST_CASE("From a container the file is brought, and nothing stays there", "[cli][snapshot]") {
  const TemporaryFolder folder;
  std::string in_target;
  {
    absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(InContainer(), folder / "heap");
    REQUIRE(place.ok());
    in_target = place->path_in_target();
    REQUIRE(absl::StartsWith(in_target, "/tmp/.taproot-snapshot-"));
    struct stat status = {};
    REQUIRE(stat(in_target.substr(0, in_target.rfind('/')).c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
    std::ofstream(in_target, std::ios::binary) << std::string(3 << 20, 'x');
    CHECK(place->Bring(kNotCancelled).ok());
  }
  CHECK(ContentOf(folder / "heap") == std::string(3 << 20, 'x'));
  CHECK_FALSE(Exists(in_target.substr(0, in_target.rfind('/'))));
  CHECK(folder.Names() == std::vector<std::string>{"heap"});
}

TEST_CASE("What is not there, or not wanted any more, is not brought", "[cli][snapshot]") {
  const TemporaryFolder folder;
  absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(InContainer(), folder / "heap");
  REQUIRE(place.ok());
  CHECK(absl::IsNotFound(place->Bring(kNotCancelled)));
  std::ofstream(place->path_in_target()) << "content";
  CHECK(absl::IsCancelled(place->Bring(std::atomic<bool>{true})));
  CHECK(folder.Names().empty());
}

TEST_CASE("A link in the place of the file is not followed", "[cli][snapshot]") {
  const TemporaryFolder folder;
  absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(InContainer(), folder / "heap");
  REQUIRE(place.ok());
  const std::string secret = folder.Write("secret", "of ours");
  REQUIRE(symlink(secret.c_str(), place->path_in_target().c_str()) == 0);
  CHECK_FALSE(place->Bring(kNotCancelled).ok());
  CHECK_FALSE(Exists(folder / "heap"));
}

TEST_CASE("Where nothing can be written is told before the work", "[cli][snapshot]") {
  CHECK_FALSE(SnapshotPlace::Make(Ourselves(), "/no/such/folder/heap").ok());
  CHECK_FALSE(SnapshotPlace::Make(InContainer(), "/no/such/folder/heap").ok());
  JvmProcess gone = InContainer();
  gone.pid = 999'999'999;
  const TemporaryFolder folder;
  const absl::Status status = SnapshotPlace::Make(gone, folder / "heap").status();
  CHECK(absl::StrContains(status.message(), "999999999"));
  CHECK(folder.Names().empty());
}

TEST_CASE("What the process has not written itself is not brought", "[cli][snapshot]") {
  if (geteuid() != 0) return;  // only root can make files of others
  const TemporaryFolder folder;
  absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(InContainer(), folder / "heap");
  REQUIRE(place.ok());
  std::ofstream(place->path_in_target()) << "of another";
  REQUIRE(chown(place->path_in_target().c_str(), 65534, 65534) == 0);
  CHECK(absl::IsPermissionDenied(place->Bring(kNotCancelled)));
  REQUIRE(unlink(place->path_in_target().c_str()) == 0);
  REQUIRE(mkfifo(place->path_in_target().c_str(), 0600) == 0);
  CHECK(absl::IsPermissionDenied(place->Bring(kNotCancelled)));
  CHECK(folder.Names().empty());
}

TEST_CASE("A folder put in the place of ours is not looked into", "[cli][snapshot]") {
  const TemporaryFolder folder;
  const TemporaryFolder theirs;
  theirs.Write("heap", "a secret");
  std::string ours;
  {
    absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(InContainer(), folder / "heap");
    REQUIRE(place.ok());
    ours = place->path_in_target().substr(0, place->path_in_target().rfind('/'));
    REQUIRE(rename(ours.c_str(), (ours + ".moved").c_str()) == 0);
    REQUIRE(symlink((theirs / "").c_str(), ours.c_str()) == 0);
    CHECK(absl::IsNotFound(place->Bring(kNotCancelled)));
  }
  CHECK(theirs.Names() == std::vector<std::string>{"heap"});
  CHECK(folder.Names().empty());
  unlink(ours.c_str());
  rmdir((ours + ".moved").c_str());
}

TEST_CASE("A signal handler can remove a snapshot that is under way", "[cli][snapshot]") {
  const TemporaryFolder folder;
  absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(InContainer(), folder / "heap");
  REQUIRE(place.ok());
  std::ofstream(place->path_in_target()) << "content";
  RemoveUnfinished();
  const std::string path = place->path_in_target();
  CHECK_FALSE(Exists(path.substr(0, path.rfind('/'))));
}

}  // namespace
}  // namespace taproot
