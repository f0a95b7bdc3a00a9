#include "capture/vm_flags.h"

#include <cstdint>
#include <utility>

#include "capture/vm_structs.h"

namespace taproot {
namespace {

// JVMFlag::flags is an array of numFlags JVMFlag objects.
struct FlagTable {
  uint64_t flags = 0;
  uint64_t count = 0;
  uint64_t size = 0;
  uint64_t name_offset = 0;
  uint64_t addr_offset = 0;
};

FlagTable ReadFlagTable() {
  const VmStructs& vm = VmStructs::OfThisProcess();
  const auto flags = vm.AddressOf("JVMFlag", "flags");
  const auto count = vm.AddressOf("JVMFlag", "numFlags");
  const auto name = vm.Offset("JVMFlag", "_name");
  const auto addr = vm.Offset("JVMFlag", "_addr");
  const auto size = vm.SizeOf("JVMFlag");
  if (!flags || !count || !name || !addr || !size) return {};
  return {LoadAt<uint64_t>(*flags), LoadAt<uint64_t>(*count), *size, *name, *addr};
}

// Of the flag's value; 0 if there is no such flag.
uint64_t AddressOfFlag(std::string_view name) {
  static const FlagTable table = ReadFlagTable();
  for (uint64_t i = 0; i < table.count; ++i) {
    const uint64_t flag = table.flags + i * table.size;
    const char* flag_name = LoadAt<const char*>(flag + table.name_offset);
    if (flag_name != nullptr && name == flag_name)
      return LoadAt<uint64_t>(flag + table.addr_offset);
  }
  return 0;
}

}  // namespace

bool IsHotSpot() { return VmStructs::OfThisProcess().present(); }

std::optional<bool> VmFlag(std::string_view name) {
  const uint64_t address = AddressOfFlag(name);
  if (address == 0) return std::nullopt;
  return LoadAt<bool>(address);
}

std::optional<int64_t> VmIntFlag(std::string_view name) {
  const uint64_t address = AddressOfFlag(name);
  if (address == 0) return std::nullopt;
  return LoadAt<int32_t>(address);
}

std::string_view CollectorName() {
  static constexpr std::pair<std::string_view, std::string_view> kFlags[] = {
      {"UseSerialGC", "Serial"}, {"UseParallelGC", "Parallel"},     {"UseG1GC", "G1"},
      {"UseZGC", "ZGC"},         {"UseShenandoahGC", "Shenandoah"}, {"UseEpsilonGC", "Epsilon"},
  };
  for (const auto& [flag, name] : kFlags) {
    if (VmFlag(flag).value_or(false)) return name;
  }
  return "";
}

}  // namespace taproot
