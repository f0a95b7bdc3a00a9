// How long the phase of some work will still take, from how long it has taken so far. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "wire/message.h"

namespace taproot {

class PhaseClock {
 public:
  // Adds an estimate where there is none and it can be told. To be called now and then.
  void Estimate(wire::Progress& progress);

 private:
  std::string phase_;
  double begin_fraction_ = 0;  // when it was first seen
  int64_t begin_ms_ = 0;
  double last_fraction_ = 0;
};

}  // namespace taproot
