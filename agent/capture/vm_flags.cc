#include "capture/vm_flags.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace taproot {
namespace {

template <typename T>
std::optional<T> Exported(const char* symbol) {
  const void* at = dlsym(RTLD_DEFAULT, symbol);
  if (at == nullptr) return std::nullopt;
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename T>
T ReadAt(const char* base, uint64_t offset) {
  T value;
  std::memcpy(&value, base + offset, sizeof value);
  return value;
}

// How to walk a null-terminated table of rows: where it starts, the row size, the columns' offsets.
class ExportedTable {
 public:
  ExportedTable(const char* table, const char* stride)
      : rows_(Exported<const char*>(table)), stride_(Exported<uint64_t>(stride)) {}

  bool present() const { return rows_ && *rows_ != nullptr && stride_ && *stride_ > 0; }

  // Calls visit(row) until it returns true; false if it never did.
  template <typename Visit>
  bool AnyRow(uint64_t name_offset, Visit&& visit) const {
    for (const char* row = *rows_; ReadAt<const char*>(row, name_offset) != nullptr;
         row += *stride_) {
      if (visit(row)) return true;
    }
    return false;
  }

 private:
  std::optional<const char*> rows_;
  std::optional<uint64_t> stride_;
};

// JVMFlag::flags is an array of numFlags JVMFlag objects.
struct FlagTable {
  const char* flags = nullptr;
  uint64_t count = 0;
  uint64_t size = 0;
  uint64_t name_offset = 0;
  uint64_t addr_offset = 0;
};

bool ReadFlagFields(FlagTable& table) {
  const ExportedTable structs("gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride");
  const auto type_name = Exported<uint64_t>("gHotSpotVMStructEntryTypeNameOffset");
  const auto field_name = Exported<uint64_t>("gHotSpotVMStructEntryFieldNameOffset");
  const auto offset = Exported<uint64_t>("gHotSpotVMStructEntryOffsetOffset");
  const auto address = Exported<uint64_t>("gHotSpotVMStructEntryAddressOffset");
  if (!structs.present() || !type_name || !field_name || !offset || !address) return false;
  int found = 0;
  structs.AnyRow(*type_name, [&](const char* row) {
    if (std::strcmp(ReadAt<const char*>(row, *type_name), "JVMFlag") != 0) return false;
    const std::string_view field = ReadAt<const char*>(row, *field_name);
    if (field == "flags") {
      table.flags = ReadAt<const char*>(ReadAt<const char*>(row, *address), 0);
    } else if (field == "numFlags") {
      table.count = ReadAt<uint64_t>(ReadAt<const char*>(row, *address), 0);
    } else if (field == "_name") {
      table.name_offset = ReadAt<uint64_t>(row, *offset);
    } else if (field == "_addr") {
      table.addr_offset = ReadAt<uint64_t>(row, *offset);
    } else {
      return false;
    }
    return ++found == 4;
  });
  return found == 4;
}

FlagTable ReadFlagTable() {
  FlagTable table;
  const ExportedTable types("gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride");
  const auto type_name = Exported<uint64_t>("gHotSpotVMTypeEntryTypeNameOffset");
  const auto size = Exported<uint64_t>("gHotSpotVMTypeEntrySizeOffset");
  if (!types.present() || !type_name || !size || !ReadFlagFields(table)) return {};
  types.AnyRow(*type_name, [&](const char* row) {
    if (std::strcmp(ReadAt<const char*>(row, *type_name), "JVMFlag") != 0) return false;
    table.size = ReadAt<uint64_t>(row, *size);
    return true;
  });
  return table.size == 0 || table.flags == nullptr ? FlagTable{} : table;
}

}  // namespace

bool IsHotSpot() { return dlsym(RTLD_DEFAULT, "gHotSpotVMStructs") != nullptr; }

std::optional<bool> VmFlag(std::string_view name) {
  static const FlagTable table = ReadFlagTable();
  for (uint64_t i = 0; i < table.count; ++i) {
    const char* flag = table.flags + i * table.size;
    const char* flag_name = ReadAt<const char*>(flag, table.name_offset);
    if (flag_name == nullptr || name != flag_name) continue;
    const char* value = ReadAt<const char*>(flag, table.addr_offset);
    if (value == nullptr) return std::nullopt;
    return ReadAt<bool>(value, 0);
  }
  return std::nullopt;
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
