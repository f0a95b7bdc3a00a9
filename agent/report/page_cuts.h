// How the sections of a report are cut shorter, each without what weighs the least.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "report/json_sections.h"

namespace taproot {

struct PageCut {
  std::string_view pointer;  // to what is cut
  std::string_view what;     // is left out, in words
  size_t (*cut)(Json&);      // leaves out about half, says how many rows; 0 if no more can go
};

std::span<const PageCut> PageCuts();

// Of rows that stand in the order of their weight.
size_t CutLastHalf(Json& rows);

}  // namespace taproot
