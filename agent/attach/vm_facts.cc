#include "attach/vm_facts.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "attach/java_command.h"
#include "attach/process_files.h"

namespace taproot {
namespace {

constexpr int kMaxGenerations = 4;
constexpr int kMaxSpaces = 8;

std::string CollectorBy(const PerfCounters& counters) {
  const std::string_view policy = counters.Text("sun.gc.policy.name");
  if (policy.starts_with("Copy")) return "Serial";
  if (policy.starts_with("ParScav")) return "Parallel";
  if (policy == "GarbageFirst") return "G1";
  for (int i = 0; i < 3; ++i) {
    const std::string_view name = counters.Text(absl::StrCat("sun.gc.collector.", i, ".name"));
    if (name.starts_with("G1")) return "G1";
    if (name.starts_with("Serial")) return "Serial";
    if (name.starts_with("Parallel")) return "Parallel";
    if (name.starts_with("Shenandoah")) return "Shenandoah";
    if (name.starts_with("Z")) return "ZGC";
  }
  return CollectorOf(counters.Text("java.rt.vmArgs"));
}

void TakeHeap(const PerfCounters& counters, JvmProcess& process) {
  // Serial and Parallel divide the heap between the generations; the others give each all of it.
  const bool divided = process.collector == "Serial" || process.collector == "Parallel";
  uint64_t limit = 0;
  uint64_t used = 0;
  bool any = false;
  for (int g = 0; g < kMaxGenerations; ++g) {
    const std::string generation = absl::StrCat("sun.gc.generation.", g);
    const auto most =
        static_cast<uint64_t>(counters.Number(generation + ".maxCapacity").value_or(0));
    limit = divided ? limit + most : std::max(limit, most);
    for (int s = 0; s < kMaxSpaces; ++s) {
      const auto bytes = counters.Number(absl::StrCat(generation, ".space.", s, ".used"));
      if (bytes) used += static_cast<uint64_t>(*bytes);
      any = any || bytes.has_value();
    }
  }
  if (any) process.heap_used = used;
  // G1 adds a few bytes for spaces that must not be empty.
  if (limit > 0) process.heap_limit = limit / 1024 * 1024;
}

// The path of a jar may have blanks in it: then the command line knows where it ends.
void TakeJavaCommand(std::string_view command, JvmProcess& process) {
  if (command.empty()) return;
  const bool known = !process.main_class.empty() && command.starts_with(process.main_class);
  const size_t end = known ? process.main_class.size() : command.find(' ');
  process.main_class = command.substr(0, end);
  command.remove_prefix(process.main_class.size());
  process.arguments = absl::StripPrefix(command, " ");
}

}  // namespace

void TakeCounters(const PerfCounters& counters, JvmProcess& process) {
  process.has_counters = true;
  TakeJavaCommand(counters.Text("sun.rt.javaCommand"), process);
  const std::string_view arguments = counters.Text("java.rt.vmArgs");
  if (!arguments.empty()) process.vm_arguments = arguments;
  process.jdk_version = counters.Text("java.property.java.version");
  process.vendor = counters.Text("java.property.java.vm.vendor");
  process.collector = CollectorBy(counters);
  const std::string_view capabilities = counters.Text("sun.rt.jvmCapabilities");
  if (!capabilities.empty()) process.attachable = capabilities[0] == '1';
  TakeHeap(counters, process);
}

void TakeCommandLine(const std::vector<std::string>& words, JvmProcess& process) {
  const JavaCommand command = ParseJavaCommand(words);
  process.main_class = command.main_class;
  process.arguments = command.arguments;
  process.vm_arguments = command.vm_arguments;
  process.collector = CollectorOf(command.vm_arguments);
  process.heap_limit = MaxHeapOf(command.vm_arguments);
}

void TakeReleaseFile(const std::string& root, const std::string& library, JvmProcess& process) {
  std::filesystem::path folder = std::filesystem::path(library).parent_path();
  for (int i = 0; i < 3; ++i) {
    folder = folder.parent_path();
    const std::optional<std::string> text = ReadText(root + (folder / "release").string(), 65536);
    if (!text) continue;
    for (std::string_view line : absl::StrSplit(*text, '\n')) {
      absl::ConsumeSuffix(&line, "\"");
      if (absl::ConsumePrefix(&line, "JAVA_VERSION=\"")) process.jdk_version = line;
      if (absl::ConsumePrefix(&line, "IMPLEMENTOR=\"")) process.vendor = line;
    }
    return;
  }
}

}  // namespace taproot
