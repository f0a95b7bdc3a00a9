// Collapsed stacks, a line at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace taproot {

class FlameStacks {
 public:
  // What follows stands `depth` frames above the ground; frames that stood higher are gone. What
  // separates frames and lines in the format is written otherwise: `;` as `:`, line breaks as
  // blanks.
  void Push(size_t depth, std::string_view frame);
  // A line for the frames as they stand now; none for nothing.
  void Weigh(uint64_t value);

  std::string Take() && { return std::move(out_); }

 private:
  std::vector<std::string> frames_;
  std::string out_;
};

// The own value of each row of a tree whose rows stand depth first: what its children do not have.
class OwnValues {
 public:
  explicit OwnValues(FlameStacks& stacks) : stacks_(stacks) {}

  void Add(size_t depth, std::string_view frame, uint64_t value);
  void Finish() { Close(0); }

 private:
  struct Open {
    std::string frame;
    uint64_t rest = 0;  // of the value, without that of the children so far
  };

  void Close(size_t depth);

  FlameStacks& stacks_;
  std::vector<Open> open_;
};

}  // namespace taproot
