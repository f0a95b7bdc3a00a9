#include "capture/fork/leftover_files.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

TEST_CASE("Only temporary files of this path and this process are removed", "[fork]") {
  const TemporaryFolder temporary;
  const std::string folder = temporary / ".";
  const std::set<std::string> kept = {"a.json",
                                      "a.json.4711.tmp",
                                      "a.json.4711.x1.tmp",
                                      "a.json.4712.5.tmp",
                                      "b.json.4711.5.tmp",
                                      "a.json.4711.5.tmpx",
                                      "xa.json.4711.5.tmp"};
  for (const std::string& name : kept) std::ofstream(folder + "/" + name) << "x";
  std::ofstream(folder + "/a.json.4711.5.tmp") << "x";
  std::ofstream(folder + "/a.json.4711.123456789.tmp") << "x";

  RemoveLeftovers(folder + "/a.json", 4711);
  RemoveLeftovers(folder + "/no/such/folder/a.json", 4711);

  std::set<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    left.insert(entry.path().filename().string());
  }
  CHECK(left == kept);
}

}  // namespace
}  // namespace taproot
