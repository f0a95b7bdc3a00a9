#include "query/rules_file.h"

#include <string>

#include "query/command.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string Complaint(std::string_view text) {
  const auto rules = ParseRules(text);
  return rules.ok() ? "none" : std::string(rules.status().message());
}

// One rule with these keys, beside what every rule needs.
std::string OneRule(std::string_view keys) {
  return std::string(R"({"rules": [{"effect": "ignore", "because": "a test", )") +
         std::string(keys) + "}]}";
}

TEST_CASE("A rules file names references of every kind", "[query][rules]") {
  const auto rules = ParseRules(R"({"rules": [
    {"effect": "ignore", "instanceField": "com.acme.Cache$Entry.value", "because": "a cache"},
    {"effect": "last-resort", "staticField": "com.acme.Registry.ALL", "because": "lists all",
     "libraryLeak": true, "javaFrom": 17, "javaTo": 21},
    {"effect": "last-resort", "instanceField": "java.lang.Thread.contextClassLoader",
     "inThread": "acme-*", "because": "inherited"},
    {"effect": "follow", "thread": "reaper-*", "because": "we want to see them"},
    {"effect": "ignore", "localsOfThread": "main", "because": "the main loop"},
    {"effect": "ignore", "jniGlobal": "com.acme.Native", "because": "never freed"}
  ]})");
  REQUIRE(rules.ok());
  REQUIRE(rules->size() == 6);
  CHECK((*rules)[0].effect == RuleEffect::kIgnore);
  CHECK((*rules)[0].place == RulePlace::kInstanceField);
  CHECK((*rules)[0].class_name == "com.acme.Cache$Entry");
  CHECK((*rules)[0].field == "value");
  CHECK((*rules)[0].sentence == "a cache");
  CHECK_FALSE((*rules)[0].library_leak);
  CHECK((*rules)[1].place == RulePlace::kStaticField);
  CHECK((*rules)[1].library_leak);
  CHECK((*rules)[1].min_feature == 17);
  CHECK((*rules)[1].max_feature == 21);
  CHECK((*rules)[2].thread == "acme-*");
  CHECK((*rules)[3].effect == RuleEffect::kNone);
  CHECK((*rules)[3].place == RulePlace::kThread);
  CHECK((*rules)[3].thread == "reaper-*");
  CHECK((*rules)[4].place == RulePlace::kThreadLocals);
  CHECK((*rules)[5].place == RulePlace::kJniGlobal);
  CHECK((*rules)[5].class_name == "com.acme.Native");
}

TEST_CASE("What is no list of rules is refused", "[query][rules]") {
  CHECK_THAT(Complaint(""), ContainsSubstring("no JSON"));
  CHECK_THAT(Complaint("{\n  \"rules\": [,]\n}"), ContainsSubstring("line 2"));
  CHECK_THAT(Complaint("[]"), ContainsSubstring("\"rules\""));
  CHECK_THAT(Complaint("{}"), ContainsSubstring("\"rules\""));
  CHECK_THAT(Complaint(R"({"rules": {}})"), ContainsSubstring("list"));
  CHECK_THAT(Complaint(R"({"rule": []})"), ContainsSubstring("'rule': did you mean 'rules'"));
  CHECK_THAT(Complaint(R"({"rules": ["x"]})"), ContainsSubstring("rule 1: not an object"));
  CHECK(ParseRules(R"({"rules": []})")->empty());
}

TEST_CASE("A mistake in a rule is told by its number and name", "[query][rules]") {
  CHECK_THAT(Complaint(OneRule(R"("staticfield": "a.B.c")")),
             ContainsSubstring("rule 1: unknown key 'staticfield': did you mean 'staticField'"));
  CHECK_THAT(Complaint(R"({"rules": [{"effect": "ignore", "because": "x", "thread": "t"},
                                     {"effect": "hide"}]})"),
             ContainsSubstring("rule 2: unknown effect 'hide'"));
  CHECK_THAT(Complaint(OneRule(R"("thread": "t", "jniGlobal": "a.B")")), ContainsSubstring("both"));
  CHECK_THAT(Complaint(OneRule(R"("javaFrom": 17)")), ContainsSubstring("needs one of"));
  CHECK_THAT(Complaint(R"({"rules": [{"thread": "t", "because": "x"}]})"),
             ContainsSubstring("needs \"effect\""));
  CHECK_THAT(Complaint(R"({"rules": [{"thread": "t", "effect": "ignore"}]})"),
             ContainsSubstring("needs \"because\""));
  for (std::string_view field : {"Cache", ".map", "com.acme.Cache."}) {
    CHECK_THAT(Complaint(OneRule("\"instanceField\": \"" + std::string(field) + "\"")),
               ContainsSubstring("not a class and a field"));
  }
  CHECK_THAT(Complaint(OneRule(R"("thread": "")")), ContainsSubstring("not a text"));
  CHECK_THAT(Complaint(OneRule(R"("thread": 7)")), ContainsSubstring("not a text"));
  CHECK_THAT(Complaint(OneRule(R"("thread": "t", "libraryLeak": "yes")")),
             ContainsSubstring("neither true nor false"));
  CHECK_THAT(Complaint(OneRule(R"("thread": "t", "libraryLeak": true)")),
             ContainsSubstring("last-resort only"));
  CHECK_THAT(Complaint(OneRule(R"("thread": "t", "inThread": "x")")),
             ContainsSubstring("\"instanceField\" only"));
  for (std::string_view version : {"0", "-1", "17.5", "\"17\"", "99999999999999999999"}) {
    CHECK_THAT(Complaint(OneRule("\"thread\": \"t\", \"javaFrom\": " + std::string(version))),
               ContainsSubstring("feature version"));
  }
  CHECK_THAT(Complaint(OneRule(R"("thread": "t", "javaFrom": 21, "javaTo": 17)")),
             ContainsSubstring("below"));
}

TEST_CASE("Rules of a file come before the built-in ones", "[query][rules]") {
  TemporaryFolder folder;
  const std::string file = folder.Write("rules.json", OneRule(R"("thread": "t")"));
  const auto command = ParseCommand("leaks,rules=" + file);
  REQUIRE(command.ok());
  const auto rules = RulesOf(*command).rules();
  REQUIRE(rules.size() == ReferenceRules::Builtin().rules().size() + 1);
  CHECK(rules[0].thread == "t");
  const auto plain = ParseCommand("leaks");
  CHECK(&RulesOf(*plain) == &ReferenceRules::Builtin());
}

TEST_CASE("A rules file that cannot be used is refused with the command", "[query][rules]") {
  TemporaryFolder folder;
  auto complaint = [](const std::string& file) {
    const auto command = ParseCommand("leaks,rules=" + file);
    return command.ok() ? "none" : std::string(command.status().message());
  };
  CHECK_THAT(complaint("/no/such/file"),
             ContainsSubstring("/no/such/file") && ContainsSubstring("No such file"));
  CHECK_THAT(complaint("/tmp"), ContainsSubstring("/tmp: cannot be read"));
  CHECK_THAT(complaint(folder.Write("empty.json", "")), ContainsSubstring("empty"));
  CHECK_THAT(complaint(folder.Write("large.json", std::string((1 << 20) + 1, ' '))),
             ContainsSubstring("larger than 1 MiB"));
  CHECK_THAT(complaint(folder.Write("deep.json", std::string(100'000, '['))),
             ContainsSubstring("no JSON"));
  CHECK_THAT(complaint(folder.Write("bad.json", R"({"rules": [{}]})")),
             ContainsSubstring("bad.json: rule 1: needs one of"));
}

}  // namespace
}  // namespace taproot
