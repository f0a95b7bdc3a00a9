#include "tools/differences.h"

#include "absl/strings/str_cat.h"

namespace taproot::test {
namespace {

constexpr uint64_t kExamples = 3;

}  // namespace

void Differences::Count(Entries& entries, std::string_view kind, std::string_view example) {
  auto at = entries.find(kind);
  if (at == entries.end()) at = entries.emplace(kind, Entry()).first;
  Entry& entry = at->second;
  if (entry.count++ < kExamples) absl::StrAppend(&entry.examples, "      ", example, "\n");
}

uint64_t Differences::count(std::string_view kind) const {
  const auto at = found_.find(kind);
  return at == found_.end() ? 0 : at->second.count;
}

uint64_t Differences::allowed(std::string_view kind) const {
  const auto at = allowed_.find(kind);
  return at == allowed_.end() ? 0 : at->second.count;
}

std::string Differences::Text() const {
  std::string text;
  for (const auto& [kind, entry] : found_) {
    absl::StrAppend(&text, "DIFFERS  ", kind, ": ", entry.count, "\n", entry.examples);
  }
  for (const auto& [kind, entry] : allowed_) {
    absl::StrAppend(&text, "allowed  ", kind, ": ", entry.count, "\n", entry.examples);
  }
  return text;
}

}  // namespace taproot::test
