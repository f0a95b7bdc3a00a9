#include "cli/request.h"

#include <unistd.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cli/arguments.h"
#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

absl::StatusOr<Request> RequestOf(const Words& words) {
  absl::StatusOr<Invocation> invocation = ParseArguments(words);
  INFO(invocation.status());
  REQUIRE(invocation.ok());
  return MakeRequest(*invocation);
}

std::string Text(const Words& words) {
  absl::StatusOr<Request> request = RequestOf(words);
  INFO(request.status());
  REQUIRE(request.ok());
  return request->text;
}

std::string Here(std::string_view name) {
  char folder[4096];
  REQUIRE(getcwd(folder, sizeof folder) != nullptr);
  return absl::StrCat(folder, "/", name);
}

TEST_CASE("Options become words of the command language", "[cli][request]") {
  CHECK(Text({"leaks", "4711"}) == "leaks");
  CHECK(Text({"leaks", "4711", "--top", "5", "--watch", "a.B", "--watch", "a.*C"}) ==
        "leaks,watch=a.B;a.*C,top=5");
  CHECK(Text({"paths", "4711", "--merged", "--no-retained", "--class", "a.B"}) ==
        "paths,class=a.B,merged=true,retained=false");
}

TEST_CASE("What concerns the program alone stays with it", "[cli][request]") {
  CHECK(Text({"leaks", "4711", "--fail-on-leak", "--color", "never", "--library", "/x.so"}) ==
        "leaks");
}

TEST_CASE("The answer's file is ours, and its name tells the format", "[cli][request]") {
  const std::pair<const char*, const char*> kFormats[] = {
      {"x.txt", "text"},    {"x.json", "json"}, {"x.html", "html"},
      {"x.jsonl", "jsonl"}, {"x.csv", "csv"},   {"x.prom", "prometheus"}};
  for (const auto& [name, format] : kFormats) {
    CHECK(Text({"histogram", "4711", "-o", name}) == absl::StrCat("histogram,format=", format));
    CHECK(RequestOf({"histogram", "4711", "-o", name})->output == name);
  }
  CHECK(Text({"dominators", "4711", "-o", "x.folded"}) == "dominators,format=flame");
  CHECK(Text({"histogram", "4711", "-o", "x.out"}) == "histogram");
  CHECK(Text({"histogram", "4711", "-o", "x.csv", "--format", "json"}) == "histogram,format=json");
}

TEST_CASE("A step of a scenario is not written to a page that is none", "[cli][request]") {
  const absl::Status status =
      RequestOf({"growth", "4711", "--scenario", "begin", "-o", "b.html"}).status();
  CHECK(status.message() ==
        "--format html is not for the answer of this step, which is text: give no --output, or one "
        "with --format text");
  CHECK(RequestOf({"growth", "4711", "--scenario", "begin", "-o", "b.txt"}).ok());
  CHECK(RequestOf({"growth", "4711", "--scenario", "begin", "-f", "html"}).ok());
  CHECK(RequestOf({"growth", "4711", "--scenario", "report", "-o", "b.html"}).ok());
}

TEST_CASE("A dash as output is standard output", "[cli][request]") {
  const absl::StatusOr<Request> request = RequestOf({"report", "4711", "-o", "-"});
  REQUIRE(request.ok());
  CHECK(request->output.empty());
  CHECK(request->to_standard_output);
}

TEST_CASE("Files that the agent opens are named as seen from here", "[cli][request]") {
  CHECK(Text({"start", "4711", "-o", "d-%p.out"}) ==
        absl::StrCat("start,output=", Here("d-%p.out")));
  CHECK(Text({"start", "4711", "-o", "d-%p.html"}) ==
        absl::StrCat("start,output=", Here("d-%p.html"), ",format=html"));
  CHECK(Text({"start", "4711", "-o", "d.html", "-f", "jsonl"}) ==
        absl::StrCat("start,format=jsonl,output=", Here("d.html")));
  CHECK_THAT(std::string(RequestOf({"start", "4711", "-o", "d.csv"}).status().message()),
             ContainsSubstring("it can be text, json, html"));
  CHECK(Text({"start", "4711", "--log", "/x/../y"}) == "start,log=/y");
}

TEST_CASE("What the language refuses is told by the option's name", "[cli][request]") {
  CHECK(RequestOf({"leaks", "4711", "--top", "x"}).status().message() ==
        "--top=x: 'x' is not a whole number above 0");
  CHECK_THAT(std::string(RequestOf({"leaks", "4711", "--capture", "frok"}).status().message()),
             ContainsSubstring("did you mean 'fork'?"));
  CHECK_THAT(
      std::string(
          RequestOf({"leaks", "4711", "--identity=tags", "--capture=fork"}).status().message()),
      ContainsSubstring("identity=tags goes with"));
}

TEST_CASE("A comma cannot be told in the language", "[cli][request]") {
  for (const char* value : {"a,b", "a\nverify=graph", "a\rb"}) {
    const absl::Status status = RequestOf({"paths", "4711", "--class", value}).status();
    CHECK(absl::IsInvalidArgument(status));
    CHECK(absl::StrContains(status.message(), "ends a word of the command language"));
  }
  const absl::StatusOr<Request> request = RequestOf({"leaks", "4711", "-o", "a,b.json"});
  REQUIRE(request.ok());  // that one is never told
  CHECK(request->output == "a,b.json");
}

TEST_CASE("A key that is added is understood or refused", "[cli][request]") {
  absl::StatusOr<Request> request = RequestOf({"leaks", "x.taproot", "--capture", "fork"});
  REQUIRE(request.ok());
  const absl::Status status = WithKey(*request, "file", "/x.taproot").status();
  CHECK_THAT(std::string(status.message()), ContainsSubstring("nothing is captured of /x.taproot"));
  request = WithKey(*RequestOf({"leaks", "x.taproot"}), "file", "/x.taproot");
  REQUIRE(request.ok());
  CHECK(request->text == "leaks,file=/x.taproot");
  CHECK(request->command.file == "/x.taproot");
}

}  // namespace
}  // namespace taproot
