#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/run.h"

int main(int argc, char** argv) {
  try {
    return static_cast<int>(taproot::Run(std::vector<std::string>(argv + 1, argv + argc)));
  } catch (const std::exception& exception) {  // out of memory
    std::fprintf(stderr, "taproot: %s\n", exception.what());
    return static_cast<int>(taproot::ExitCode::kFailed);
  }
}
