#include "graph/name_pattern.h"

#include <string>

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("A star stands for any number of characters", "[graph]") {
  CHECK(MatchesPattern("com.acme.Session", "com.acme.Session"));
  CHECK(MatchesPattern("com.acme.Session", "com.acme.*"));
  CHECK(MatchesPattern("com.acme.Session", "*Session"));
  CHECK(MatchesPattern("com.acme.Session", "*.Session*"));
  CHECK(MatchesPattern("com.acme.Session", "com.*.S*n"));
  CHECK(MatchesPattern("com.acme.Session", "*"));
  CHECK(MatchesPattern("", "*"));
  CHECK(MatchesPattern("", ""));
  CHECK(MatchesPattern("aab", "*ab"));
  CHECK(MatchesPattern("mississippi", "m*iss*ppi"));
}

TEST_CASE("Everything but a star stands for itself", "[graph]") {
  CHECK_FALSE(MatchesPattern("com.acme.Sessions", "com.acme.Session"));
  CHECK_FALSE(MatchesPattern("com.acme.Session", "com.acme.Sessions"));
  CHECK_FALSE(MatchesPattern("comXacme", "com.acme"));
  CHECK_FALSE(MatchesPattern("com.acme.Session", "com.acme.session"));
  CHECK_FALSE(MatchesPattern("a", "?"));
  CHECK_FALSE(MatchesPattern("a", ""));
  CHECK_FALSE(MatchesPattern("", "a"));
  CHECK(MatchesPattern("int[]", "int[]"));
  CHECK(MatchesPattern("A$B", "A$B"));
}

// Straight from the definition.
bool Matches(std::string_view name, std::string_view pattern) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] != '*') {
    return !name.empty() && name[0] == pattern[0] && Matches(name.substr(1), pattern.substr(1));
  }
  for (size_t taken = 0; taken <= name.size(); ++taken) {
    if (Matches(name.substr(taken), pattern.substr(1))) return true;
  }
  return false;
}

// All texts over the letters with up to so many of them.
std::vector<std::string> AllTexts(std::string_view letters, size_t most) {
  std::vector<std::string> texts = {""};
  for (size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].size() == most) break;
    for (char letter : letters) texts.push_back(texts[i] + letter);
  }
  return texts;
}

TEST_CASE("Matching agrees with the definition on all small names and patterns", "[graph]") {
  const std::vector<std::string> names = AllTexts("ab", 6);
  for (const std::string& pattern : AllTexts("ab*", 5)) {
    for (const std::string& name : names) {
      if (MatchesPattern(name, pattern) != Matches(name, pattern)) FAIL(name << " ~ " << pattern);
    }
  }
}

TEST_CASE("A pattern of many stars takes no long time", "[graph]") {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "*a";
  const std::string name(20'000, 'a');
  CHECK(MatchesPattern(name, pattern));
  CHECK_FALSE(MatchesPattern(name, pattern + "b"));
}

}  // namespace
}  // namespace taproot
