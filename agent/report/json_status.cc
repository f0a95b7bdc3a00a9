#include "nlohmann/json.hpp"
#include "report/json_sections.h"

namespace taproot {

namespace {

Json OfAutoEngine(const AutoEngine& automatic) {
  Json json = {{"engine", automatic.engine}, {"tried", automatic.tried}};
  if (!automatic.reason.empty()) json["reason"] = automatic.reason;
  return json;
}

Json OfRunning(const RunningWork& work) {
  return {{"verb", work.verb},
          {"phase", work.phase},
          {"fraction", work.fraction},
          {"runningMs", work.running_ms}};
}

Json OfGrowthRun(const GrowthRun& growth) {
  Json json = {{"roundsDone", growth.rounds_done}, {"rounds", growth.rounds}};
  json["everyMs"] = growth.every_ms ? Json(*growth.every_ms) : Json(nullptr);
  json["output"] = growth.output;
  return json;
}

}  // namespace

Json JsonOfStatus(const AgentStatus& status) {
  Json json = {{"library", status.library},
               {"capabilities", status.capabilities},
               {"tags", {{"capture", status.capture_environments}, {"watch", status.watched}}},
               {"watched", status.watched},
               {"collected", status.collected},
               {"watchPatterns", status.watch_patterns},
               {"signal", status.signal},
               {"dumpAtExit", status.dump_at_exit},
               {"stopped", status.stopped},
               {"retainedDelayMs", status.retained_delay_ms},
               {"autoEngine", OfAutoEngine(status.auto_engine)}};
  if (status.running) json["running"] = OfRunning(*status.running);
  if (status.growth) json["growth"] = OfGrowthRun(*status.growth);
  return json;
}

}  // namespace taproot
