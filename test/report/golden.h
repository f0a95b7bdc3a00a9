// Compares a text with a file in test/golden. TAPROOT_UPDATE_GOLDEN=1 in the environment writes the
// file instead: look at the difference before it is kept.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "support/catch.h"

namespace taproot::test {

inline std::filesystem::path GoldenFile(std::string_view name) {
  return std::filesystem::path(__FILE__).parent_path().parent_path() / "golden" / name;
}

inline void CheckGolden(std::string_view name, const std::string& text) {
  const std::filesystem::path file = GoldenFile(name);
  if (std::getenv("TAPROOT_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(file) << text;
    return;
  }
  std::ostringstream expected;
  expected << std::ifstream(file).rdbuf();
  CHECK(text == expected.str());
}

}  // namespace taproot::test
