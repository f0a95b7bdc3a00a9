// What the command language consists of, written down a second time: tests hold the parser to it.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace taproot {

inline const std::map<std::string_view, std::set<std::string_view>>& KeysOfVerbs() {
  static const std::map<std::string_view, std::set<std::string_view>> keys = [] {
    const std::set<std::string_view> all = {"format", "output", "reply", "options"};
    const auto with = [](std::set<std::string_view> some, std::set<std::string_view> more) {
      some.merge(more);
      return some;
    };
    const auto capturing = with(all, {"identity", "capture", "threads", "top", "depth", "min"});
    const auto analysing = with(capturing, {"file"});
    const auto rowed = with(capturing, {"min-retained"});
    const auto about_objects = with(analysing, {"class", "watched", "enter"});
    return std::map<std::string_view, std::set<std::string_view>>{
        {"start", with(rowed, {"log", "enter", "delay", "watch", "verify", "signal", "dump",
                               "retained", "rules"})},
        {"watch", with(capturing, {"class"})},
        {"unwatch", with(all, {"watched"})},
        {"status", all},
        {"histogram", with(analysing, {"retained", "min-retained"})},
        {"profile", with(about_objects, {"min-retained"})},
        {"size", with(about_objects, {"delta", "retained"})},
        {"leaks", with(analysing,
                       {"enter", "delay", "watch", "verify", "retained", "rules", "min-retained"})},
        {"paths", with(about_objects, {"shortest", "disjoint", "cut", "strength", "merged",
                                       "retained", "rules", "min-retained"})},
        {"dominators", with(analysing, {"by", "min-retained"})},
        {"suspects", with(analysing, {"min-retained"})},
        {"growth", with(rowed, {"rounds", "every", "scenario"})},
        {"threads", with(analysing, {"min-retained"})},
        {"waste", with(analysing, {"contents", "min-retained"})},
        {"snapshot", with(capturing, {"contents"})},
        {"diff", with(rowed, {"before", "after"})},
        {"dump", with(rowed, {"enter", "delay", "verify", "retained", "rules"})},
        {"report", with(analysing, {"enter", "delay", "watch", "verify", "rules", "contents",
                                    "min-retained"})},
        {"stop", all},
        {"cancel", all},
    };
  }();
  return keys;
}

inline std::set<std::string_view> AllKeys() {
  std::set<std::string_view> all;
  for (const auto& [verb, keys] : KeysOfVerbs()) all.insert(keys.begin(), keys.end());
  return all;
}

// A value that is right for a key; not for those that name a file which must be there.
inline std::string_view GoodValueOf(std::string_view key) {
  static const std::map<std::string_view, std::string_view> values = {
      {"format", "json"},    {"output", "/tmp/x"},  {"log", "/tmp/log"},   {"identity", "tags"},
      {"top", "3"},          {"depth", "4"},        {"min", "5"},          {"delay", "2s"},
      {"watch", "a.B"},      {"signal", "USR1"},    {"dump", "exit"},      {"class", "a.B"},
      {"watched", "17"},     {"enter", "weak"},     {"delta", "true"},     {"shortest", "3"},
      {"disjoint", "2"},     {"cut", "4"},          {"strength", "soft"},  {"merged", "true"},
      {"contents", "true"},  {"by", "class"},       {"retained", "false"}, {"file", "a.snap"},
      {"before", "a.snap"},  {"after", "b.snap"},   {"rounds", "3"},       {"every", "gc"},
      {"scenario", "round"}, {"capture", "fork"},   {"threads", "2"},      {"verify", "graph"},
      {"reply", "/tmp/r"},   {"min-retained", "1"},
  };
  return values.at(key);
}

// The words of a command without options=, trimmed, empty ones left out.
inline std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  const std::string_view blank(" \t\n\v\f\r", 6);
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    const size_t first = word.find_first_not_of(blank);
    if (first == std::string_view::npos) continue;
    words.emplace_back(word.substr(first, word.find_last_not_of(blank) - first + 1));
  }
  return words;
}

// Whether each word is a verb in the first place or a key that the verb takes. Says nothing of the
// values.
inline bool MadeOfKnownWords(std::string_view text) {
  std::string verb = "start";
  const std::vector<std::string> words = WordsOf(text);
  for (size_t i = 0; i < words.size(); ++i) {
    const size_t equals = words[i].find('=');
    if (equals == std::string::npos) {
      if (i > 0 || !KeysOfVerbs().contains(words[i])) return false;
      verb = words[i];
    } else if (!KeysOfVerbs().at(verb).contains(std::string_view(words[i]).substr(0, equals))) {
      return false;
    }
  }
  return true;
}

}  // namespace taproot
