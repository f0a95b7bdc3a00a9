#include "query/word_list.h"

#include <array>
#include <random>
#include <vector>

#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

constexpr std::array<std::string_view, 5> kWords = {"start", "status", "watch", "unwatch", "size"};

// Edits from one word to another, straight from the definition.
size_t Edits(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const size_t change = Edits(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
  return std::min({change, Edits(a.substr(1), b) + 1, Edits(a, b.substr(1)) + 1});
}

TEST_CASE("A word with a letter more, less, or another one is near", "[query]") {
  CHECK(NearestWord("start", kWords) == "start");
  CHECK(NearestWord("sttart", kWords) == "start");
  CHECK(NearestWord("stat", kWords) == "start");
  CHECK(NearestWord("state", kWords) == "start");
  CHECK(NearestWord("statis", kWords) == "status");
  CHECK(NearestWord("wacht", kWords) == "watch");
  CHECK(NearestWord("unwach", kWords) == "unwatch");
}

TEST_CASE("A word with more than half of its letters wrong is not near", "[query]") {
  CHECK(NearestWord("frobnicate", kWords).empty());
  CHECK(NearestWord("zzzz", kWords).empty());
  CHECK(NearestWord("x", kWords).empty());
  CHECK(NearestWord("", kWords).empty());
  CHECK(NearestWord("start", {}).empty());
}

TEST_CASE("Of words equally near it is the first", "[query]") {
  constexpr std::array<std::string_view, 2> kTwo = {"bat", "cat"};
  CHECK(NearestWord("rat", kTwo) == "bat");
}

TEST_CASE("The nearest word has the fewest edits", "[query]") {
  std::mt19937 random(1);
  const auto word = [&](size_t most) {
    std::string letters(random() % (most + 1), ' ');
    for (char& c : letters) c = static_cast<char>('a' + random() % 3);
    return letters;
  };
  for (int round = 0; round < 300; ++round) {
    const std::string typed = word(6);
    std::vector<std::string> list(1 + random() % 5);
    for (std::string& entry : list) entry = "x" + word(4);
    const std::vector<std::string_view> words(list.begin(), list.end());
    size_t fewest = typed.size() + 100;
    for (std::string_view candidate : words) fewest = std::min(fewest, Edits(typed, candidate));
    const std::string_view nearest = NearestWord(typed, words);
    INFO(typed);
    if (nearest.empty()) {
      CHECK(fewest > std::max<size_t>(typed.size() / 2, 1));
    } else {
      CHECK(Edits(typed, nearest) == fewest);
    }
  }
}

TEST_CASE("An unknown word comes with the nearest one, or with all", "[query]") {
  CHECK(UnknownWord("verb", "watsch", kWords) == "unknown verb 'watsch': did you mean 'watch'?");
  CHECK(UnknownWord("verb", "frobnicate", kWords) ==
        "unknown verb 'frobnicate': it is one of start, status, watch, unwatch, size");
}

TEST_CASE("What is far too long to be a slip has no nearest word", "[query]") {
  const std::string word(200, 'x');
  const std::vector<std::string_view> words = {word};
  CHECK(NearestWord(word.substr(1), words) == word);
  CHECK(NearestWord(word + "y", words).empty());
}

}  // namespace
}  // namespace taproot
