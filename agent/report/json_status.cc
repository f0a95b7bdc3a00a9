#include "nlohmann/json.hpp"
#include "report/json_sections.h"

namespace taproot {

Json JsonOfStatus(const AgentStatus& status) {
  return {{"library", status.library},
          {"capabilities", status.capabilities},
          {"tags", {{"capture", status.capture_environments}, {"watch", status.watched}}},
          {"watched", status.watched},
          {"collected", status.collected},
          {"watchPatterns", status.watch_patterns},
          {"signal", status.signal},
          {"dumpAtExit", status.dump_at_exit},
          {"retainedDelayMs", status.retained_delay_ms}};
}

}  // namespace taproot
