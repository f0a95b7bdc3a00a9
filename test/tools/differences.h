// What a comparison has found, told once a kind and with an example.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace taproot::test {

class Differences {
 public:
  // Something that must not differ.
  void Add(std::string_view kind, std::string_view example) { Count(found_, kind, example); }
  // Something that is known to differ, and may.
  void Allow(std::string_view kind, std::string_view example) { Count(allowed_, kind, example); }

  bool none() const { return found_.empty(); }
  uint64_t count(std::string_view kind) const;
  uint64_t allowed(std::string_view kind) const;
  // A line a kind, those that may not be first.
  std::string Text() const;

 private:
  struct Entry {
    uint64_t count = 0;
    std::string examples;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;

  static void Count(Entries& entries, std::string_view kind, std::string_view example);

  Entries found_;
  Entries allowed_;
};

}  // namespace taproot::test
