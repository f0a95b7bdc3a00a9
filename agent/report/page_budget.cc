#include "report/page_budget.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "report/page_cuts.h"
#include "report/words.h"

namespace taproot {
namespace {

size_t BytesOf(const Json& json) { return ScriptText(json).size(); }

struct Part {
  Json* holder;           // of the rows: an array, or what the cut knows to take apart
  std::string_view what;  // of these rows something is left out
  size_t (*cut)(Json&);   // leaves out about half, says how many rows; 0 if no more can go
  size_t bytes;
  size_t left_out = 0;
  bool done = false;
};

class Parts {
 public:
  explicit Parts(Json& document) {
    for (const PageCut& cut : PageCuts()) Add(document, cut);
    AddWaste(document);
  }

  // Halves the largest part, and says how many bytes that saved; nothing if no part gives any more.
  std::optional<size_t> Shrink() {
    Part* largest = nullptr;
    for (Part& part : parts_) {
      if (!part.done && (largest == nullptr || part.bytes > largest->bytes)) largest = &part;
    }
    if (largest == nullptr) return std::nullopt;
    const size_t rows = largest->cut(*largest->holder);
    largest->done = rows == 0;
    largest->left_out += rows;
    const size_t before = std::exchange(largest->bytes, BytesOf(*largest->holder));
    return before - std::min(before, largest->bytes);
  }

  std::vector<std::string> LeftOut() const {
    std::vector<std::string> all;
    for (const Part& part : parts_) {
      if (part.left_out > 0) all.push_back(absl::StrCat(Grouped(part.left_out), " ", part.what));
    }
    return all;
  }

 private:
  void Add(Json& document, const PageCut& cut) {
    const Json::json_pointer pointer{std::string(cut.pointer)};
    if (!document.contains(pointer)) return;
    Json& holder = document[pointer];
    parts_.push_back(
        {.holder = &holder, .what = cut.what, .cut = cut.cut, .bytes = BytesOf(holder)});
  }

  void AddWaste(Json& document) {
    if (!document.contains("waste")) return;
    for (Json& kind : document["waste"]["kinds"]) {
      for (const char* key : {"byOwner", "byPath", "worst"}) {
        if (!kind.contains(key)) continue;
        parts_.push_back({.holder = &kind[key],
                          .what = "rows of waste",
                          .cut = &CutLastHalf,
                          .bytes = BytesOf(kind[key])});
      }
    }
  }

  std::vector<Part> parts_;
};

}  // namespace

std::string ScriptText(const Json& document) {
  return absl::StrReplaceAll(document.dump(-1, ' ', false, Json::error_handler_t::replace),
                             {{"<", "\\u003c"}});
}

void FitIntoPage(Json& document, size_t bytes) {
  constexpr size_t kNote = 1000;
  size_t size = BytesOf(document) + kNote;
  if (size <= bytes) return;
  Parts parts(document);
  while (size > bytes) {
    const std::optional<size_t> saved = parts.Shrink();
    if (!saved) break;
    size -= *saved;
  }
  const std::vector<std::string> left_out = parts.LeftOut();
  if (left_out.empty()) return;
  document["notes"].push_back(absl::StrCat("to keep this page small it leaves out ",
                                           absl::StrJoin(left_out, ", "),
                                           ": format=json has them all"));
}

}  // namespace taproot
