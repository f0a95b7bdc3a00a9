#include "capture/vm_structs.h"

#include <dlfcn.h>

#include <cstring>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

template <typename T>
std::optional<T> Exported(const std::string& symbol) {
  const void* at = dlsym(RTLD_DEFAULT, symbol.c_str());
  if (at == nullptr) return std::nullopt;
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// One table: rows of a size that the VM tells, up to one without a name.
class Table {
 public:
  // `kind`: "VMStruct", "VMType", "VMIntConstant", "VMLongConstant".
  explicit Table(const char* kind)
      : entry_(absl::StrCat("gHotSpot", kind, "Entry")),
        rows_(Exported<const char*>(absl::StrCat("gHotSpot", kind, "s"))),
        stride_(Exported<uint64_t>(entry_ + "ArrayStride")) {}

  // Of a column; none where the VM has no such column.
  std::optional<uint64_t> Column(const char* name) const {
    return Exported<uint64_t>(absl::StrCat(entry_, name, "Offset"));
  }

  template <typename Visit>
  void ForEachRow(uint64_t name_column, Visit&& visit) const {
    if (!rows_ || !stride_ || *stride_ == 0) return;
    for (const char* row = *rows_; row != nullptr && Read<const char*>(row, name_column) != nullptr;
         row += *stride_) {
      visit(row);
    }
  }

  template <typename T>
  static T Read(const char* row, uint64_t column) {
    T value;
    std::memcpy(&value, row + column, sizeof value);
    return value;
  }

 private:
  std::string entry_;
  std::optional<const char*> rows_;
  std::optional<uint64_t> stride_;
};

std::string KeyOf(std::string_view type, std::string_view field) {
  return absl::StrCat(type, ".", field);
}

}  // namespace

const VmStructs& VmStructs::OfThisProcess() {
  static const VmStructs* const structs = new VmStructs;  // outlives every thread
  return *structs;
}

VmStructs::VmStructs() {
  ReadFields();
  ReadTypes();
  ReadConstants<int32_t>("VMIntConstant");
  ReadConstants<int64_t>("VMLongConstant");
}

void VmStructs::ReadFields() {
  const Table table("VMStruct");
  const auto type = table.Column("TypeName");
  const auto field = table.Column("FieldName");
  const auto is_static = table.Column("IsStatic");
  const auto offset = table.Column("Offset");
  const auto address = table.Column("Address");
  if (!type || !field || !is_static || !offset || !address) return;
  table.ForEachRow(*type, [&](const char* row) {
    const char* name = Table::Read<const char*>(row, *field);
    if (name == nullptr) return;
    const bool stands_still = Table::Read<int32_t>(row, *is_static) != 0;
    fields_[KeyOf(Table::Read<const char*>(row, *type), name)] = {
        stands_still, Table::Read<uint64_t>(row, stands_still ? *address : *offset)};
  });
}

void VmStructs::ReadTypes() {
  const Table table("VMType");
  const auto type = table.Column("TypeName");
  const auto size = table.Column("Size");
  if (!type || !size) return;
  table.ForEachRow(*type, [&](const char* row) {
    sizes_[Table::Read<const char*>(row, *type)] = Table::Read<uint64_t>(row, *size);
  });
}

template <typename Value>
void VmStructs::ReadConstants(const char* kind) {
  const Table table(kind);
  const auto name = table.Column("Name");
  const auto value = table.Column("Value");
  if (!name || !value) return;
  table.ForEachRow(*name, [&](const char* row) {
    constants_[Table::Read<const char*>(row, *name)] = Table::Read<Value>(row, *value);
  });
}

std::optional<uint64_t> VmStructs::Offset(std::string_view type, std::string_view field) const {
  const auto at = fields_.find(KeyOf(type, field));
  if (at == fields_.end() || at->second.is_static) return std::nullopt;
  return at->second.value;
}

std::optional<Address> VmStructs::AddressOf(std::string_view type, std::string_view field) const {
  const auto at = fields_.find(KeyOf(type, field));
  if (at == fields_.end() || !at->second.is_static) return std::nullopt;
  return at->second.value;
}

std::optional<uint64_t> VmStructs::SizeOf(std::string_view type) const {
  const auto at = sizes_.find(type);
  if (at == sizes_.end()) return std::nullopt;
  return at->second;
}

std::optional<int64_t> VmStructs::Constant(std::string_view name) const {
  const auto at = constants_.find(name);
  if (at == constants_.end()) return std::nullopt;
  return at->second;
}

}  // namespace taproot
