#include "query/rules_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "query/word_list.h"

namespace taproot {
namespace {

using Json = nlohmann::json;
using std::string_view;

constexpr uintmax_t kMostBytes = 1 << 20;
constexpr int kMostFeature = 999;

constexpr std::pair<string_view, RuleEffect> kEffects[] = {{"ignore", RuleEffect::kIgnore},
                                                           {"last-resort", RuleEffect::kLastResort},
                                                           {"follow", RuleEffect::kNone}};

constexpr std::pair<string_view, RulePlace> kPlaces[] = {
    {"instanceField", RulePlace::kInstanceField},
    {"staticField", RulePlace::kStaticField},
    {"thread", RulePlace::kThread},
    {"localsOfThread", RulePlace::kThreadLocals},
    {"jniGlobal", RulePlace::kJniGlobal}};

constexpr string_view kTopKeys[] = {"rules"};

template <typename... Words>
absl::Status Bad(const Words&... words) {
  return absl::InvalidArgumentError(absl::StrCat(words...));
}

template <typename Table>
std::vector<string_view> FirstWords(const Table& table) {
  std::vector<string_view> words;
  for (const auto& row : table) words.push_back(row.first);
  return words;
}

absl::Status ReadText(const Json& value, string_view key, std::string& text) {
  if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
    return Bad("\"", key, "\" is not a text");
  }
  text = value.get<std::string>();
  return absl::OkStatus();
}

absl::Status ReadFeature(const Json& value, string_view key, int& feature) {
  if (!value.is_number_integer() || value < 1 || value > kMostFeature) {
    return Bad("\"", key, "\" is not a feature version of Java such as 17");
  }
  feature = value.get<int>();
  return absl::OkStatus();
}

absl::Status ReadEffect(const Json& value, ReferenceRule& rule) {
  std::string word;
  if (absl::Status s = ReadText(value, "effect", word); !s.ok()) return s;
  for (const auto& [name, effect] : kEffects) {
    if (word != name) continue;
    rule.effect = effect;
    return absl::OkStatus();
  }
  return Bad(UnknownWord("effect", word, FirstWords(kEffects)));
}

// "com.acme.Cache$Entry.value": the field comes after the last dot.
absl::Status SplitField(string_view key, const std::string& text, ReferenceRule& rule) {
  const size_t dot = text.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.size()) {
    return Bad("\"", key, "\" is '", text, "', not a class and a field such as com.acme.Cache.map");
  }
  rule.class_name = text.substr(0, dot);
  rule.field = text.substr(dot + 1);
  return absl::OkStatus();
}

absl::Status ReadPlace(const Json& value, string_view key, RulePlace place, ReferenceRule& rule) {
  std::string text;
  if (absl::Status s = ReadText(value, key, text); !s.ok()) return s;
  rule.place = place;
  switch (place) {
    case RulePlace::kInstanceField:
    case RulePlace::kStaticField:
      return SplitField(key, text, rule);
    case RulePlace::kThread:
    case RulePlace::kThreadLocals:
      rule.thread = std::move(text);
      break;
    case RulePlace::kJniGlobal:
      rule.class_name = std::move(text);
      break;
  }
  return absl::OkStatus();
}

absl::Status ReadFlag(const Json& value, string_view key, bool& flag) {
  if (!value.is_boolean()) return Bad("\"", key, "\" is neither true nor false");
  flag = value.get<bool>();
  return absl::OkStatus();
}

// Reads one rule key by key.
class RuleReader {
 public:
  absl::StatusOr<ReferenceRule> Read(const Json& json) && {
    if (!json.is_object()) return Bad("not an object");
    for (const auto& [key, value] : json.items()) {
      if (absl::Status s = ReadKey(key, value); !s.ok()) return s;
    }
    if (absl::Status s = Check(); !s.ok()) return s;
    return std::move(rule_);
  }

 private:
  absl::Status ReadKey(const std::string& key, const Json& value) {
    for (const auto& [name, place] : kPlaces) {
      if (key != name) continue;
      if (!place_.empty()) return Bad("has both \"", place_, "\" and \"", key, "\"");
      place_ = name;
      return ReadPlace(value, key, place, rule_);
    }
    if (key == "effect") {
      has_effect_ = true;
      return ReadEffect(value, rule_);
    }
    if (key == "because") return ReadText(value, key, rule_.sentence);
    if (key == "inThread") return ReadText(value, key, in_thread_);
    if (key == "libraryLeak") return ReadFlag(value, key, rule_.library_leak);
    if (key == "javaFrom") return ReadFeature(value, key, rule_.min_feature);
    if (key == "javaTo") return ReadFeature(value, key, rule_.max_feature);
    std::vector<string_view> known = FirstWords(kPlaces);
    known.insert(known.end(),
                 {"effect", "because", "inThread", "libraryLeak", "javaFrom", "javaTo"});
    return Bad(UnknownWord("key", key, known));
  }

  absl::Status Check() {
    if (place_.empty()) {
      return Bad("needs one of ", absl::StrJoin(FirstWords(kPlaces), ", "));
    }
    if (!has_effect_) return Bad("needs \"effect\"");
    if (rule_.sentence.empty()) return Bad("needs \"because\", a sentence that says why");
    if (rule_.max_feature != 0 && rule_.max_feature < rule_.min_feature) {
      return Bad(R"("javaTo" is below "javaFrom")");
    }
    if (rule_.library_leak && rule_.effect != RuleEffect::kLastResort) {
      return Bad(R"("libraryLeak" goes with the effect last-resort only)");
    }
    if (in_thread_.empty()) return absl::OkStatus();
    if (rule_.place != RulePlace::kInstanceField) {
      return Bad(R"("inThread" goes with "instanceField" only)");
    }
    rule_.thread = std::move(in_thread_);
    return absl::OkStatus();
  }

  ReferenceRule rule_;
  string_view place_;
  std::string in_thread_;
  bool has_effect_ = false;
};

absl::StatusOr<Json> ParseJson(string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 3, column 5: ...": the rest is enough.
    string_view what = error.what();
    if (const size_t end = what.find("] "); end != string_view::npos) what.remove_prefix(end + 2);
    return Bad("no JSON: ", what);
  }
}

absl::StatusOr<std::string> ReadText(const std::string& path) {
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);  // an error for what is no file
  errno = error.value();
  std::ifstream file(path);
  std::ostringstream text;
  if (!error && size <= kMostBytes && size > 0 && file && (text << file.rdbuf())) {
    return std::move(text).str();
  }
  const int reason = errno;
  return Bad("cannot be read: ", reason != 0         ? std::strerror(reason)
                                 : size > kMostBytes ? "it is larger than 1 MiB"
                                                     : "it is empty");
}

}  // namespace

absl::StatusOr<std::vector<ReferenceRule>> ParseRules(std::string_view text) {
  const absl::StatusOr<Json> json = ParseJson(text);
  if (!json.ok()) return json.status();
  if (!json->is_object()) return Bad("not an object with a list \"rules\"");
  for (const auto& [key, value] : json->items()) {
    if (key != "rules") return Bad(UnknownWord("key", key, kTopKeys));
  }
  const auto list = json->find("rules");
  if (list == json->end() || !list->is_array()) return Bad("needs a list \"rules\"");
  std::vector<ReferenceRule> rules;
  for (const Json& each : *list) {
    absl::StatusOr<ReferenceRule> rule = RuleReader().Read(each);
    if (!rule.ok()) return Bad("rule ", rules.size() + 1, ": ", rule.status().message());
    rules.push_back(*std::move(rule));
  }
  return rules;
}

absl::StatusOr<std::vector<ReferenceRule>> ReadRulesFile(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadText(path);
  if (!text.ok()) return text.status();
  return ParseRules(*text);
}

}  // namespace taproot
