#include <unistd.h>

#include "query/command.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

class OptionsFile {
 public:
  explicit OptionsFile(std::string_view content) : path_(folder_.Write("options", content)) {}

  absl::StatusOr<Command> Parse(std::string_view before = "", std::string_view after = "") const {
    return ParseCommand(std::string(before) + "options=" + path_ + std::string(after));
  }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

TEST_CASE("Commas and line breaks separate in an options file", "[query][command]") {
  const auto command =
      OptionsFile("leaks,format=json\r\ntop=5\n\n  watch=a.B;c.D  \n,,depth=2,").Parse();
  REQUIRE(command.ok());
  CHECK(command->verb == Verb::kLeaks);
  CHECK(command->format == Format::kJson);
  CHECK(command->render.top == 5);
  CHECK(command->render.depth == 2);
  CHECK(command->watch == Words{"a.B", "c.D"});
}

TEST_CASE("A line that begins with # is a comment", "[query][command]") {
  const auto command = OptionsFile(
                           "# what to watch\n   # and this, too: bad=worse\n"
                           "watch=a.B#c\n#top=0")
                           .Parse();
  REQUIRE(command.ok());
  CHECK(command->watch == Words{"a.B#c"});
  CHECK(command->render.top == 30);
}

TEST_CASE("An options file stands in the place of its key", "[query][command]") {
  const OptionsFile file("top=5\nformat=json");
  CHECK(file.Parse("leaks,", ",top=7")->render.top == 7);
  CHECK(file.Parse("leaks,top=7,")->render.top == 5);
  CHECK(file.Parse("leaks, ", " ")->verb == Verb::kLeaks);
  CHECK(file.Parse("", ",top=9")->verb == Verb::kStart);
}

TEST_CASE("A file of nothing but comments says nothing", "[query][command]") {
  const auto command = OptionsFile("# later\n\n").Parse("leaks,");
  REQUIRE(command.ok());
  CHECK(command->verb == Verb::kLeaks);
}

TEST_CASE("Mistakes in an options file are refused like any other", "[query][command]") {
  CHECK_THAT(std::string(OptionsFile("fromat=json").Parse("leaks,").status().message()),
             ContainsSubstring("unknown option of leaks 'fromat': did you mean 'format'?"));
  CHECK(absl::IsInvalidArgument(OptionsFile("leaks").Parse("leaks,").status()));
}

TEST_CASE("An options file cannot name another", "[query][command]") {
  for (const char* content : {"options=x", "top=5, options=x", "top=5\n options=x"}) {
    const absl::Status status = OptionsFile(content).Parse().status();
    CHECK(absl::IsInvalidArgument(status));
    CHECK_THAT(std::string(status.message()), ContainsSubstring("another options file"));
  }
}

TEST_CASE("An options file that is not there is named, with the reason", "[query][command]") {
  const TemporaryFolder folder;
  const std::string missing = folder / "missing";
  const absl::Status status = ParseCommand("leaks,options=" + missing).status();
  CHECK(absl::IsNotFound(status));
  CHECK_THAT(std::string(status.message()),
             ContainsSubstring(missing) && ContainsSubstring("No such file or directory"));
  CHECK(absl::IsNotFound(ParseCommand("options=").status()));
}

TEST_CASE("A folder is no options file", "[query][command]") {
  const TemporaryFolder folder;
  const absl::Status status = ParseCommand("options=" + (folder / "")).status();
  CHECK(absl::IsNotFound(status));
  CHECK_THAT(std::string(status.message()), ContainsSubstring("Is a directory"));
}

TEST_CASE("An empty options file is a mistake", "[query][command]") {
  const absl::Status status = OptionsFile("").Parse().status();
  CHECK(absl::IsNotFound(status));
  CHECK_THAT(std::string(status.message()), ContainsSubstring("it is empty"));
}

TEST_CASE("An options file that may not be read is PermissionDenied", "[query][command]") {
  if (geteuid() == 0) return;  // who may read everything
  const TemporaryFolder folder;
  const std::string path = folder.Write("secret", "top=5");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  CHECK(absl::IsPermissionDenied(ParseCommand("options=" + path).status()));
}

TEST_CASE("An options file may be long", "[query][command]") {
  std::string content;
  for (int i = 0; i < 5000; ++i) content += "watch=com.acme.package" + std::to_string(i) + ".*\n";
  CHECK(OptionsFile(content).Parse()->watch.size() == 5000);
}

}  // namespace
}  // namespace taproot
