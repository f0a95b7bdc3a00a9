#include "cli/arguments.h"

#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

Invocation Parsed(const Words& words) {
  absl::StatusOr<Invocation> invocation = ParseArguments(words);
  INFO(invocation.status());
  REQUIRE(invocation.ok());
  return *std::move(invocation);
}

std::string Refusal(const Words& words) {
  const absl::Status status = ParseArguments(words).status();
  CHECK(absl::IsInvalidArgument(status));
  return std::string(status.message());
}

std::string Given(const Invocation& invocation, std::string_view option) {
  const std::string* value = invocation.Find(option);
  return value == nullptr ? "(not given)" : *value;
}

TEST_CASE("Options may stand before and after the target", "[cli][arguments]") {
  for (const Words& words :
       {Words{"leaks", "4711", "--top", "5"}, Words{"leaks", "--top", "5", "4711"},
        Words{"leaks", "--top=5", "4711"}}) {
    const Invocation invocation = Parsed(words);
    CHECK(invocation.subcommand->name == "leaks");
    CHECK(invocation.operands == Words{"4711"});
    CHECK(Given(invocation, "top") == "5");
    CHECK(Given(invocation, "depth") == "(not given)");
  }
}

TEST_CASE("The last of an option counts, patterns add up", "[cli][arguments]") {
  const Invocation invocation =
      Parsed({"leaks", "--top", "5", "--watch", "a.B", "--watch", "a.C", "--top", "6", "4711"});
  CHECK(Given(invocation, "top") == "6");
  CHECK(Given(invocation, "watch") == "a.B;a.C");
  CHECK(invocation.operands == Words{"4711"});
}

TEST_CASE("Switches say true or false and take no word from the rest", "[cli][arguments]") {
  CHECK(Given(Parsed({"paths", "--merged", "4711"}), "merged") == "true");
  CHECK(Given(Parsed({"paths", "4711", "--no-merged"}), "merged") == "false");
  CHECK(Given(Parsed({"paths", "4711", "--merged=false"}), "merged") == "false");
  CHECK(Given(Parsed({"leaks", "4711", "--fail-on-leak"}), "fail-on-leak") == "true");
  CHECK(Parsed({"paths", "--merged", "4711"}).operands == Words{"4711"});
}

TEST_CASE("Short names stand for long ones", "[cli][arguments]") {
  const Invocation invocation = Parsed({"leaks", "-o", "x.json", "-fjson", "4711"});
  CHECK(Given(invocation, "output") == "x.json");
  CHECK(Given(invocation, "format") == "json");
  CHECK(Given(Parsed({"ps", "-q"}), "quiet") == "true");
}

TEST_CASE("What follows -- is an operand", "[cli][arguments]") {
  CHECK(Parsed({"leaks", "--", "-x"}).operands == Words{"-x"});
}

TEST_CASE("An unknown word is named with the nearest right one", "[cli][arguments]") {
  CHECK_THAT(Refusal({"leak", "4711"}), ContainsSubstring("unknown command 'leak'") &&
                                            ContainsSubstring("did you mean 'leaks'?"));
  CHECK_THAT(Refusal({"leaks", "--fromat", "json", "4711"}),
             ContainsSubstring("unknown option of leaks '--fromat'") &&
                 ContainsSubstring("did you mean '--format'?"));
  CHECK_THAT(Refusal({"leaks", "--fromat=json", "4711"}), ContainsSubstring("'--format'"));
  CHECK_THAT(Refusal({"--versoin"}), ContainsSubstring("did you mean '--version'?"));
  CHECK_THAT(Refusal({"leaks", "4711", "--by", "class"}), ContainsSubstring("option of leaks"));
  CHECK_THAT(Refusal({"leaks", "4711", "--color", "alway"}),
             ContainsSubstring("did you mean 'always'?"));
}

TEST_CASE("Keys that operands stand for are no options", "[cli][arguments]") {
  for (const char* option : {"--file=x", "--reply=x", "--options=x"}) {
    CHECK_THAT(Refusal({"histogram", "4711", option}), ContainsSubstring("unknown option"));
  }
}

TEST_CASE("Too few and too many words are refused", "[cli][arguments]") {
  CHECK_THAT(Refusal({}), ContainsSubstring("a command is needed"));
  CHECK_THAT(Refusal({"leaks"}), ContainsSubstring("leaks needs TARGET"));
  CHECK_THAT(Refusal({"diff", "a.taproot"}), ContainsSubstring("diff needs BEFORE AFTER"));
  CHECK_THAT(Refusal({"leaks", "1", "2"}), ContainsSubstring("'2' is one word too many"));
  CHECK_THAT(Refusal({"ps", "1"}), ContainsSubstring("'1' is one word too many"));
  CHECK_THAT(Refusal({"leaks", "4711", "--top"}), ContainsSubstring("--top needs a value"));
}

TEST_CASE("Help is understood anywhere", "[cli][arguments]") {
  CHECK(Parsed({"--help"}).help);
  CHECK(Parsed({"-h"}).subcommand == nullptr);
  CHECK(Parsed({"help"}).help);
  for (const Words& words :
       {Words{"leaks", "--help"}, Words{"leaks", "-h"}, Words{"help", "leaks"}}) {
    CHECK(Parsed(words).help);
    CHECK(Parsed(words).subcommand->name == "leaks");
  }
  CHECK(Parsed({"--version"}).version);
}

}  // namespace
}  // namespace taproot
