// Fuzzes what `taproot ps` reads of processes that are not ours: the counters of a JVM first, then,
// by the last byte, the maps, the status or the command line. `make fuzz` builds and runs it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "attach/java_command.h"
#include "attach/mapped_files.h"
#include "attach/perf_counters.h"
#include "attach/process_files.h"
#include "attach/vm_facts.h"

namespace {

void ReadCounters(std::string_view bytes) {
  const absl::StatusOr<taproot::PerfCounters> counters = taproot::PerfCounters::Parse(bytes);
  if (!counters.ok()) {
    if (counters.status().message().empty()) std::abort();
    return;
  }
  taproot::JvmProcess process;
  process.main_class = "com.acme.Main";
  taproot::TakeCounters(*counters, process);
}

void ReadCommand(std::string_view bytes) {
  const std::vector<std::string> words = absl::StrSplit(bytes, '\0');
  taproot::JvmProcess process;
  taproot::TakeCommandLine(words, process);
  taproot::FeatureOfVersion(bytes);
}

void ReadMaps(std::string_view bytes) {
  for (const taproot::MappedFile& agent : taproot::ParseMaps(bytes, "/jail").agents) {
    if (agent.path.empty() || agent.range.empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size - 1);
  switch (data[size - 1] % 4) {
    case 0:
      ReadCounters(bytes);
      break;
    case 1:
      ReadMaps(bytes);
      break;
    case 2:
      taproot::ParseProcessStatus(bytes);
      break;
    default:
      ReadCommand(bytes);
  }
  return 0;
}
