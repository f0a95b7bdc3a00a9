#include "query/format_choice.h"

#include <algorithm>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "query/command_words.h"
#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string FormatsText(const std::string& command) {
  std::string text;
  for (const Format format : FormatsOf(*ParseCommand(command))) {
    absl::StrAppend(&text, text.empty() ? "" : " ", FormatWord(format));
  }
  return text;
}

TEST_CASE("Each verb is told in the formats that make sense for it", "[query][format]") {
  const std::map<std::string, std::string> formats = {
      {"histogram", "text json html csv jsonl prometheus"},
      {"leaks", "text json html csv jsonl prometheus"},
      {"suspects", "text json html csv jsonl prometheus"},
      {"profile", "text json html csv jsonl flame"},
      {"paths", "text json html csv jsonl"},
      {"paths,merged=true", "text json html csv jsonl flame"},
      {"dominators", "text json html csv jsonl flame"},
      {"dominators,by=thread", "text json html csv jsonl flame"},
      {"dominators,by=class", "text json html csv jsonl"},
      {"growth", "text json html csv jsonl flame prometheus"},
      {"threads", "text json html csv jsonl flame prometheus"},
      {"waste", "text json html csv jsonl flame prometheus"},
      {"size", "text json html csv jsonl"},
      {"diff", "text json html csv jsonl"},
      {"report", "text json html jsonl flame prometheus"},
      {"dump", "text json html jsonl prometheus"},
      {"start", "text json html jsonl prometheus"},
      {"status", "text json prometheus"},
      {"snapshot", "text json"},
      {"watch", "text json"},
      {"unwatch", "text json"},
      {"cancel", "text json"},
      {"stop", "text json"},
  };
  for (const auto& [command, words] : formats) {
    INFO(command);
    CHECK(FormatsText(command) == words);
  }
  for (const auto& [verb, keys] : KeysOfVerbs()) CHECK(formats.contains(std::string(verb)));
}

TEST_CASE("A format that a verb has none of is refused with those that it has", "[query][format]") {
  for (const auto& [verb, keys] : KeysOfVerbs()) {
    const std::vector<Format> allowed = FormatsOf(*ParseCommand(verb));
    for (const auto& [word, format] : kFormatWords) {
      const absl::Status status = ParseCommand(absl::StrCat(verb, ",format=", word)).status();
      const bool is_allowed = std::ranges::find(allowed, format) != allowed.end();
      INFO(verb << " " << word << " " << status);
      CHECK(status.ok() == is_allowed);
      if (is_allowed) continue;
      CHECK(absl::IsInvalidArgument(status));
      CHECK_THAT(std::string(status.message()),
                 ContainsSubstring(absl::StrCat("format=", word, " is not for ", verb)) &&
                     ContainsSubstring(": it can be text, json"));
    }
  }
}

TEST_CASE("Where a format would do with other words, they are named", "[query][format]") {
  const auto refusal = [](const std::string& command) {
    return std::string(ParseCommand(command).status().message());
  };
  CHECK_THAT(refusal("paths,class=a.B,format=flame"), ContainsSubstring("without merged=true"));
  CHECK(refusal("paths,class=a.B,format=flame,merged=true") == "");
  CHECK_THAT(refusal("dominators,by=package,format=flame"),
             ContainsSubstring("by=object and by=thread"));
  CHECK_THAT(refusal("report,format=csv"), ContainsSubstring("more than one table"));
}

TEST_CASE("Without a word on the format a verb has its own", "[query][format]") {
  CHECK(FormatOf(*ParseCommand("leaks")) == Format::kText);
  CHECK(FormatOf(*ParseCommand("dump")) == Format::kJson);
  CHECK(FormatOf(*ParseCommand("report")) == Format::kHtml);
  CHECK(FormatOf(*ParseCommand("report,format=json")) == Format::kJson);
  CHECK(FormatOf(*ParseCommand("leaks,format=csv")) == Format::kCsv);
}

TEST_CASE("A file is called after its format", "[query][format]") {
  CHECK(FormatSuffix(Format::kText) == "txt");
  CHECK(FormatSuffix(Format::kHtml) == "html");
  CHECK(FormatSuffix(Format::kJsonLines) == "jsonl");
  CHECK(FormatSuffix(Format::kFlame) == "folded");
  CHECK(FormatSuffix(Format::kPrometheus) == "prom");
}

TEST_CASE("What the agent says of itself is text where it cannot be what its answers will be",
          "[query][format]") {
  CHECK(FormatOf(*ParseCommand("start,format=html")) == Format::kText);
  CHECK(FormatOf(*ParseCommand("start,format=json")) == Format::kJson);
  CHECK(FormatOf(*ParseCommand("growth,scenario=begin,format=csv")) == Format::kText);
  CHECK(FormatOf(*ParseCommand("growth,scenario=report,format=csv")) == Format::kCsv);
}

}  // namespace
}  // namespace taproot
