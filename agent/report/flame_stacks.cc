#include "report/flame_stacks.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace taproot {
namespace {

std::string FrameText(std::string_view frame) {
  std::string text(frame);
  for (char& c : text) {
    if (c == ';') c = ':';
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = ' ';
  }
  return text.empty() ? "?" : text;
}

}  // namespace

void FlameStacks::Push(size_t depth, std::string_view frame) {
  frames_.resize(std::min(depth, frames_.size()));
  frames_.push_back(FrameText(frame));
}

void FlameStacks::Weigh(uint64_t value) {
  if (value == 0 || frames_.empty()) return;
  absl::StrAppend(&out_, absl::StrJoin(frames_, ";"), " ", value, "\n");
}

void OwnValues::Add(size_t depth, std::string_view frame, uint64_t value) {
  Close(depth);
  if (!open_.empty()) open_.back().rest -= std::min(open_.back().rest, value);
  open_.push_back({std::string(frame), value});
}

// A row is written once it is known what its children have; so those above it are pushed again.
void OwnValues::Close(size_t depth) {
  while (open_.size() > depth) {
    for (size_t i = 0; i < open_.size(); ++i) stacks_.Push(i, open_[i].frame);
    stacks_.Weigh(open_.back().rest);
    open_.pop_back();
  }
}

}  // namespace taproot
