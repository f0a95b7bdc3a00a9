#include "capture/fork/vm_layout.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "capture/vm_flags.h"

namespace taproot {
namespace {

struct OffsetRow {
  uint32_t VmLayout::*to;
  std::string_view type;
  std::string_view field;
};

// The same in all versions.
constexpr OffsetRow kOffsets[] = {
    {&VmLayout::klass_layout_helper, "Klass", "_layout_helper"},
    {&VmLayout::klass_name, "Klass", "_name"},
    {&VmLayout::klass_super, "Klass", "_super"},
    {&VmLayout::klass_java_mirror, "Klass", "_java_mirror"},
    {&VmLayout::klass_loader_data, "Klass", "_class_loader_data"},
    {&VmLayout::klass_next_link, "Klass", "_next_link"},
    {&VmLayout::klass_access_flags, "Klass", "_access_flags"},
    {&VmLayout::instance_constants, "InstanceKlass", "_constants"},
    {&VmLayout::instance_local_interfaces, "InstanceKlass", "_local_interfaces"},
    {&VmLayout::instance_init_state, "InstanceKlass", "_init_state"},
    {&VmLayout::array_klass_element, "ObjArrayKlass", "_element_klass"},
    {&VmLayout::loader_data_next, "ClassLoaderData", "_next"},
    {&VmLayout::loader_data_klasses, "ClassLoaderData", "_klasses"},
    {&VmLayout::loader_data_loader, "ClassLoaderData", "_class_loader"},
    {&VmLayout::loader_data_mirror_holder, "ClassLoaderData", "_has_class_mirror_holder"},
    {&VmLayout::pool_tags, "ConstantPool", "_tags"},
    {&VmLayout::pool_cache, "ConstantPool", "_cache"},
    {&VmLayout::pool_holder, "ConstantPool", "_pool_holder"},
    {&VmLayout::pool_length, "ConstantPool", "_length"},
    {&VmLayout::pool_resolved_klasses, "ConstantPool", "_resolved_klasses"},
    {&VmLayout::pool_source_file_name, "ConstantPool", "_source_file_name_index"},
    {&VmLayout::cache_resolved_references, "ConstantPoolCache", "_resolved_references"},
    {&VmLayout::cache_reference_map, "ConstantPoolCache", "_reference_map"},
    {&VmLayout::method_const_method, "Method", "_constMethod"},
    {&VmLayout::const_method_constants, "ConstMethod", "_constants"},
    {&VmLayout::const_method_total_size, "ConstMethod", "_constMethod_size"},
    {&VmLayout::const_method_code_size, "ConstMethod", "_code_size"},
    {&VmLayout::const_method_name, "ConstMethod", "_name_index"},
    {&VmLayout::const_method_signature, "ConstMethod", "_signature_index"},
    {&VmLayout::const_method_max_locals, "ConstMethod", "_max_locals"},
    {&VmLayout::const_method_parameters_size, "ConstMethod", "_size_of_parameters"},
    {&VmLayout::symbol_length, "Symbol", "_length"},
    {&VmLayout::symbol_body, "Symbol", "_body"},
    {&VmLayout::handle_slot, "OopHandle", "_obj"},
    {&VmLayout::pointer_array_data, "Array<Klass*>", "_data"},
    {&VmLayout::short_array_data, "Array<u2>", "_data"},
    {&VmLayout::byte_array_data, "Array<u1>", "_data"},
};

struct ConstantRow {
  int64_t VmLayout::*to;
  std::string_view name;
};

constexpr ConstantRow kConstants[] = {
    {&VmLayout::state_linked, "InstanceKlass::linked"},
    {&VmLayout::state_initialized, "InstanceKlass::fully_initialized"},
    {&VmLayout::tag_class, "JVM_CONSTANT_Class"},
    {&VmLayout::tag_string, "JVM_CONSTANT_String"},
};

// Of a class that had another name before.
constexpr std::array<std::string_view, 2> kFlagPrefixes = {"ConstMethodFlags::_misc_",
                                                           "ConstMethod::_"};
constexpr ConstantRow kMethodFlags[] = {
    {&VmLayout::has_line_numbers, "has_linenumber_table"},
    {&VmLayout::has_checked_exceptions, "has_checked_exceptions"},
    {&VmLayout::has_local_variables, "has_localvariable_table"},
    {&VmLayout::has_exception_table, "has_exception_table"},
    {&VmLayout::has_generic_signature, "has_generic_signature"},
    {&VmLayout::has_method_parameters, "has_method_parameters"},
    {&VmLayout::has_method_annotations, "has_method_annotations"},
    {&VmLayout::has_parameter_annotations, "has_parameter_annotations"},
    {&VmLayout::has_type_annotations, "has_type_annotations"},
    {&VmLayout::has_default_annotations, "has_default_annotations"},
};

// Reads one layout; remembers the first thing that is missing.
class LayoutReader {
 public:
  explicit LayoutReader(const VmStructs* vm) : vm_(*vm) {}

  absl::StatusOr<VmLayout> Read(int feature_version);

 private:
  void ReadTables();
  void ReadReferences();
  void ReadHeaders();
  void ReadFieldInfos();
  void ReadMethodFlags();

  template <typename T>
  T Need(std::optional<T> value, std::string_view type, std::string_view field = "") {
    if (!value && missing_.empty()) {
      missing_ = field.empty() ? std::string(type) : absl::StrCat(type, ".", field);
    }
    return value.value_or(T{});
  }
  uint32_t NeedOffset(std::string_view type, std::string_view field) {
    return static_cast<uint32_t>(Need(vm_.Offset(type, field), type, field));
  }
  // The value of a static field that has one of two names.
  template <typename T>
  T NeedStatic(std::string_view type, std::string_view field, std::string_view older_field) {
    std::optional<uint64_t> at = vm_.AddressOf(type, field);
    if (!at) at = vm_.AddressOf(type, older_field);
    return Need(at, type, field) == 0 ? T{} : LoadAt<T>(*at);
  }

  const VmStructs& vm_;
  VmLayout layout_;
  std::string missing_;
};

absl::StatusOr<VmLayout> LayoutReader::Read(int feature_version) {
  layout_.feature_version = feature_version;
  ReadTables();
  ReadReferences();
  ReadHeaders();
  ReadFieldInfos();
  ReadMethodFlags();
  if (!missing_.empty()) {
    return absl::UnavailableError(absl::StrCat("this JVM does not tell of ", missing_));
  }
  return layout_;
}

void LayoutReader::ReadTables() {
  for (const OffsetRow& row : kOffsets) layout_.*row.to = NeedOffset(row.type, row.field);
  for (const ConstantRow& row : kConstants) {
    layout_.*row.to = Need(vm_.Constant(row.name), row.name);
  }
  auto size_of = [&](std::string_view type) {
    return static_cast<uint32_t>(Need(vm_.SizeOf(type), type, "(size)"));
  };
  layout_.pool_size = size_of("ConstantPool");
  layout_.const_method_size = size_of("ConstMethod");
  layout_.loader_data_head =
      Need(vm_.AddressOf("ClassLoaderDataGraph", "_head"), "ClassLoaderDataGraph", "_head");
  layout_.vm_symbols = Need(vm_.AddressOf("Symbol", "_vm_symbols[0]"), "Symbol", "_vm_symbols[0]");
  auto offset_in_mirror = [&](std::string_view field) {
    const auto at = vm_.AddressOf("java_lang_Class", field);
    return Need(at, "java_lang_Class", field) == 0 ? 0 : LoadAt<uint32_t>(*at);
  };
  layout_.mirror_klass = offset_in_mirror("_klass_offset");
  layout_.mirror_size = offset_in_mirror("_oop_size_offset");
}

void LayoutReader::ReadReferences() {
  layout_.compressed_oops = Need(VmFlag("UseCompressedOops"), "UseCompressedOops");
  layout_.oop_base = NeedStatic<uint64_t>("CompressedOops", "_base", "_narrow_oop._base");
  layout_.oop_shift = NeedStatic<uint32_t>("CompressedOops", "_shift", "_narrow_oop._shift");
  layout_.object_alignment =
      static_cast<uint32_t>(Need(VmIntFlag("ObjectAlignmentInBytes"), "ObjectAlignmentInBytes"));
  const auto heap_at = vm_.AddressOf("Universe", "_collectedHeap");
  const uint32_t reserved = NeedOffset("CollectedHeap", "_reserved");
  const uint32_t start = NeedOffset("MemRegion", "_start");
  const uint32_t words = NeedOffset("MemRegion", "_word_size");
  const Address heap =
      Need(heap_at, "Universe", "_collectedHeap") == 0 ? 0 : LoadAt<uint64_t>(*heap_at);
  if (heap == 0 || !missing_.empty()) return;
  layout_.heap_begin = LoadAt<uint64_t>(heap + reserved + start);
  layout_.heap_end = layout_.heap_begin + 8 * LoadAt<uint64_t>(heap + reserved + words);
}

void LayoutReader::ReadHeaders() {
  layout_.klass_base =
      NeedStatic<uint64_t>("CompressedKlassPointers", "_base", "_narrow_klass._base");
  layout_.klass_shift =
      NeedStatic<uint32_t>("CompressedKlassPointers", "_shift", "_narrow_klass._shift");
  layout_.klass_offset = NeedOffset("oopDesc", "_metadata._klass");
  if (VmFlag("UseCompactObjectHeaders").value_or(false)) {
    layout_.header = VmLayout::Header::kCompact;
    layout_.mark_klass_shift =
        static_cast<uint32_t>(Need(vm_.Constant("markWord::klass_shift"), "markWord::klass_shift"));
    layout_.length_offset = 8;
  } else if (VmFlag("UseCompressedClassPointers").value_or(true)) {
    layout_.header = VmLayout::Header::kCompressed;
    layout_.length_offset = layout_.klass_offset + 4;
  } else {
    layout_.header = VmLayout::Header::kWide;
    layout_.length_offset = layout_.klass_offset + 8;
  }
}

void LayoutReader::ReadFieldInfos() {
  if (const auto stream = vm_.Offset("InstanceKlass", "_fieldinfo_stream")) {
    layout_.fields_are_a_stream = true;
    layout_.instance_fields = static_cast<uint32_t>(*stream);
    return;
  }
  layout_.instance_fields = NeedOffset("InstanceKlass", "_fields");
  layout_.instance_java_field_count = NeedOffset("InstanceKlass", "_java_fields_count");
}

void LayoutReader::ReadMethodFlags() {
  if (const auto flags = vm_.Offset("ConstMethod", "_flags._flags")) {
    layout_.const_method_flags = static_cast<uint32_t>(*flags);
    layout_.const_method_flags_bytes = 4;
  } else {
    layout_.const_method_flags = NeedOffset("ConstMethod", "_flags");
  }
  for (const ConstantRow& row : kMethodFlags) {
    std::optional<int64_t> bit;
    for (std::string_view prefix : kFlagPrefixes) {
      if (!bit) bit = vm_.Constant(absl::StrCat(prefix, row.name));
    }
    layout_.*row.to = Need(bit, row.name);
  }
}

}  // namespace

absl::StatusOr<VmLayout> ReadVmLayout(int feature_version) {
  const VmStructs& vm = VmStructs::OfThisProcess();
  if (!vm.present()) return absl::UnavailableError("this JVM is not HotSpot");
  // From 26 on a jmethodID is no pointer any more, to begin with.
  constexpr int kNewest = 25;
  if (feature_version > kNewest) {
    return absl::UnavailableError(absl::StrCat("nobody has looked at JDK ", feature_version,
                                               " yet, ", kNewest, " is the newest one known"));
  }
  // The others colour their pointers, or leave forwarding pointers in the heap.
  constexpr std::string_view kPlain[] = {"Serial", "Parallel", "G1", "Epsilon"};
  const std::string_view collector = CollectorName();
  if (std::ranges::find(kPlain, collector) == std::end(kPlain)) {
    return absl::UnavailableError(absl::StrCat("a fork does not freeze the heap of ",
                                               collector.empty() ? "this collector" : collector));
  }
  return LayoutReader(&vm).Read(feature_version);
}

}  // namespace taproot
