#include "capture/fork/class_table.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "capture/follow/class_names.h"
#include "capture/fork/field_reader.h"
#include "capture/modified_utf8.h"

namespace taproot {
namespace {

constexpr uint32_t kInterface = 0x0200;                        // ACC_INTERFACE
constexpr std::string_view kClassLoaderField = "classLoader";  // told by the loader itself
constexpr std::string_view kComponentType = "componentType";

}  // namespace

// Fills one ClassTable.
class ClassReader {
 public:
  ClassReader(const FrozenHeap* heap, const KnownLoaders& loaders, ClassTable* table)
      : heap_(*heap), layout_(heap->layout()), loaders_(loaders), table_(*table) {}

  absl::Status Read();

 private:
  struct Loaded {
    Address klass = 0;
    Address loader = 0;
    bool holds_itself = false;  // a hidden class that its loader does not hold
  };

  absl::Status ListLoaded();
  void MakeIndex();
  ClassTable::Entry& EntryOf(Address klass);
  absl::Status Describe(const Loaded& loaded);
  absl::Status DescribeAbove(const Loaded& loaded);
  ClassId SuperOf(Address klass, bool is_array, bool is_interface);
  void SetLoader(const Loaded& loaded, JavaClass& java_class) const;
  ClassPlan PlanOf(Address klass, const JavaClass& java_class) const;
  void AddFields(ClassId id, const std::vector<VmField>& fields);
  void AddInjected(ClassId id, const VmField& field);
  void TakeMirrorFields();

  bool IsInstance(Address klass) const { return heap_.LayoutHelper(klass) >= 0; }

  const FrozenHeap& heap_;
  const VmLayout& layout_;
  const KnownLoaders loaders_;
  ClassTable& table_;
  std::vector<Loaded> loaded_;
  absl::flat_hash_map<Address, size_t> position_;  // in loaded_, by klass
  ClassId object_class_;
  std::vector<ReferenceField> injected_mirror_fields_;
};

absl::Status ClassReader::ListLoaded() {
  constexpr size_t kMost = 50'000'000;  // a list that goes round is no list
  for (Address data = LoadAt<Address>(layout_.loader_data_head); data != 0;
       data = LoadAt<Address>(data + layout_.loader_data_next)) {
    const Address loader = heap_.LoadHandle(data + layout_.loader_data_loader);
    const bool holds_itself = LoadAt<uint8_t>(data + layout_.loader_data_mirror_holder) != 0;
    for (Address klass = LoadAt<Address>(data + layout_.loader_data_klasses); klass != 0;
         klass = LoadAt<Address>(klass + layout_.klass_next_link)) {
      position_.try_emplace(klass, loaded_.size());
      loaded_.push_back({klass, loader, holds_itself});
      if (loaded_.size() > kMost) return absl::DataLossError("the list of classes has no end");
    }
  }
  return absl::OkStatus();
}

void ClassReader::MakeIndex() {
  const size_t size = std::bit_ceil(loaded_.size() * 4 + 16);
  table_.index_.resize(size);
  table_.shift_ = static_cast<uint32_t>(64 - std::countr_zero(size));
}

ClassTable::Entry& ClassReader::EntryOf(Address klass) {
  uint64_t at = table_.HashOf(klass);
  while (table_.index_[at].klass != 0 && table_.index_[at].klass != klass) {
    at = (at + 1) & (table_.index_.size() - 1);
  }
  return table_.index_[at];
}

absl::Status ClassReader::Read() {
  if (absl::Status s = ListLoaded(); !s.ok()) return s;
  MakeIndex();
  table_.rows_.reserve(loaded_.size());
  for (const Loaded& loaded : loaded_) {
    if (absl::Status s = DescribeAbove(loaded); !s.ok()) return s;
  }
  if (!table_.class_class_.valid()) return absl::DataLossError("there is no java.lang.Class");
  TakeMirrorFields();
  return absl::OkStatus();
}

// The superclasses first, the topmost of them first.
absl::Status ClassReader::DescribeAbove(const Loaded& loaded) {
  std::vector<size_t> chain;
  for (size_t at = position_.at(loaded.klass);;) {
    const Address klass = loaded_[at].klass;
    if (table_.Find(klass).valid()) break;
    chain.push_back(at);
    if (chain.size() > 10'000) return absl::DataLossError("superclasses without an end");
    // An array's superclass is java.lang.Object for Java, whatever it is for the VM.
    Address super = LoadAt<Address>(klass + layout_.klass_super);
    while (super != 0 && !IsInstance(super)) super = LoadAt<Address>(super + layout_.klass_super);
    if (super == 0) break;
    const auto known = position_.find(super);
    if (known == position_.end()) return absl::DataLossError("a superclass that is not loaded");
    at = known->second;
  }
  for (size_t i = chain.size(); i-- > 0;) {
    if (absl::Status s = Describe(loaded_[chain[i]]); !s.ok()) return s;
  }
  return absl::OkStatus();
}

ClassId ClassReader::SuperOf(Address klass, bool is_array, bool is_interface) {
  if (is_interface) return {};
  if (is_array) return object_class_;
  const Address super = LoadAt<Address>(klass + layout_.klass_super);
  return super == 0 ? ClassId() : table_.Find(super);
}

absl::Status ClassReader::Describe(const Loaded& loaded) {
  const Address klass = loaded.klass;
  ClassName name = ParseVmName(heap_.Symbol(heap_.NameOf(klass)));
  if (name.name.empty()) return absl::DataLossError("a class without a name");
  JavaClass java_class;
  java_class.name = std::move(name.name);
  java_class.is_array = name.is_array;
  java_class.is_hidden = name.is_hidden;
  java_class.is_interface =
      (LoadAt<uint16_t>(klass + layout_.klass_access_flags) & kInterface) != 0 &&
      !java_class.is_array;
  java_class.super = SuperOf(klass, java_class.is_array, java_class.is_interface);
  SetLoader(loaded, java_class);
  if (java_class.loader_kind == LoaderKind::kBoot) {
    java_class.referent_strength = ReferentStrengthOf(java_class.name);
  }
  std::vector<VmField> fields;
  if (!java_class.is_array) fields = ReadFields(heap_, klass);
  for (const VmField& field : fields) {
    if (field.is_injected) continue;
    java_class.fields.push_back(
        {FromModifiedUtf8(field.name), std::string(field.signature), field.is_static});
  }
  ClassTable::Row row;
  row.klass = klass;
  row.mirror = heap_.MirrorOf(klass);
  row.loader = loaded.loader;
  row.plan = PlanOf(klass, java_class);
  if (!java_class.is_builtin()) row.plan.held_mirror = row.mirror;
  const bool is_boot = java_class.loader_kind == LoaderKind::kBoot;
  const bool is_object = is_boot && java_class.name == "java.lang.Object";
  const bool is_class = is_boot && java_class.name == "java.lang.Class";
  if (is_boot && java_class.name == "java.lang.ClassLoader") row.plan.is_loader = true;
  if (java_class.is_hidden && !loaded.holds_itself && row.mirror != 0 && !java_class.is_array) {
    table_.hidden_[loaded.loader].push_back(row.mirror);
  }
  row.super = java_class.super;
  const ClassId id = table_.builder_->AddClass(std::move(java_class));
  row.first_field = table_.java_class(id).first_field;
  table_.rows_.push_back(std::move(row));
  EntryOf(klass) = {klass, id};
  if (is_object) object_class_ = id;
  if (is_class) table_.class_class_ = id;
  AddFields(id, fields);
  return absl::OkStatus();
}

void ClassReader::SetLoader(const Loaded& loaded, JavaClass& java_class) const {
  const Address loader = loaded.loader;
  if (loader == 0) {
    java_class.loader_kind = LoaderKind::kBoot;
    java_class.loader_name = "boot";
  } else if (loader == loaders_.platform) {
    java_class.loader_kind = LoaderKind::kPlatform;
    java_class.loader_name = "platform";
  } else if (loader == loaders_.app || loader == loaders_.system) {
    java_class.loader_kind = LoaderKind::kApp;
    java_class.loader_name = "app";
  } else {
    java_class.loader_kind = LoaderKind::kCustom;
    const Address loader_class = heap_.KlassOf(loader);
    java_class.loader_name = ParseVmName(heap_.Symbol(heap_.NameOf(loader_class))).name;
  }
}

// Klass::_layout_helper: the size of an instance with a bit that says how it is allocated, or,
// below zero, an array's tag, header size, element type and element size.
ClassPlan ClassReader::PlanOf(Address klass, const JavaClass& java_class) const {
  ClassPlan plan;
  const int32_t helper = heap_.LayoutHelper(klass);
  if (helper < 0) {
    plan.shape =
        helper >> 30 == -1 ? ClassPlan::Shape::kPrimitiveArray : ClassPlan::Shape::kObjectArray;
    plan.size = static_cast<uint32_t>(helper >> 16 & 0xff);
    plan.element_type = static_cast<uint8_t>(helper >> 8 & 0xff);
    plan.element_log2 = static_cast<uint32_t>(helper & 0x3f);
    return plan;
  }
  plan.size = static_cast<uint32_t>(helper & ~7);
  if (java_class.super.valid()) {
    const ClassPlan& super = table_.plan(java_class.super);
    plan.is_loader = super.is_loader;
    plan.fields = super.fields;
  }
  if (java_class.loader_kind != LoaderKind::kBoot) return plan;
  if (java_class.name == "java.lang.Class") plan.shape = ClassPlan::Shape::kMirror;
  if (java_class.name == "java.lang.VirtualThread") plan.shape = ClassPlan::Shape::kVirtualThread;
  if (java_class.name == "jdk.internal.vm.StackChunk") plan.shape = ClassPlan::Shape::kStackChunk;
  return plan;
}

void ClassReader::AddFields(ClassId id, const std::vector<VmField>& fields) {
  ClassTable::Row& row = table_.rows_[id.value];
  uint32_t index = table_.java_class(id).first_field;
  for (const VmField& field : fields) {
    if (field.is_injected) {
      AddInjected(id, field);
      continue;
    }
    row.offsets.push_back(field.offset);
    if (field.is_reference()) {
      if (field.is_static) {
        row.statics.push_back({field.offset, {ReferenceKind::kStaticField, index}});
      } else {
        row.plan.fields.push_back({field.offset, {ReferenceKind::kField, index}});
      }
    }
    ++index;
  }
}

// The VM's own fields of java.lang.Class; until JDK 23 or so the protection domain and the signers
// are among them.
void ClassReader::AddInjected(ClassId id, const VmField& field) {
  if (!field.is_reference()) return;
  const ReferenceKind kind = field.name == "protection_domain" ? ReferenceKind::kProtectionDomain
                             : field.name == "signers"         ? ReferenceKind::kSigners
                                                               : ReferenceKind::kOther;
  const ReferenceField injected = {field.offset, {kind, 0}};
  if (id == table_.class_class_) {
    injected_mirror_fields_.push_back(injected);
  } else {
    table_.rows_[id.value].plan.fields.push_back(injected);
  }
}

void ClassReader::TakeMirrorFields() {
  ClassTable::Row& row = table_.rows_[table_.class_class_.value];
  const JavaClass& class_class = table_.java_class(table_.class_class_);
  for (const ReferenceField& field : row.plan.fields) {
    const JavaField& declared = class_class.fields[field.slot.index() - class_class.first_field];
    if (declared.name == kClassLoaderField) continue;
    const ReferenceField in_mirror = {field.offset,
                                      {ReferenceKind::kMirrorField, field.slot.index()}};
    (declared.name == kComponentType ? table_.array_mirror_fields_ : table_.mirror_fields_)
        .push_back(in_mirror);
    // FollowReferences tells of these by names of their own as well.
    const ReferenceKind also = declared.name == "protectionDomain"
                                   ? ReferenceKind::kProtectionDomain
                               : declared.name == "signers" ? ReferenceKind::kSigners
                                                            : ReferenceKind::kMirrorField;
    if (also != ReferenceKind::kMirrorField) {
      table_.mirror_fields_.push_back({field.offset, {also, 0}});
    }
  }
  table_.mirror_fields_.insert(table_.mirror_fields_.end(), injected_mirror_fields_.begin(),
                               injected_mirror_fields_.end());
}

absl::StatusOr<ClassTable> ClassTable::Read(const FrozenHeap* heap, const KnownLoaders& loaders,
                                            HeapGraphBuilder* builder) {
  ClassTable table;
  table.heap_ = heap;
  table.builder_ = builder;
  if (absl::Status s = ClassReader(heap, loaders, &table).Read(); !s.ok()) return s;
  return table;
}

bool ClassTable::IsPrepared(ClassId id) const {
  const Address klass = this->klass(id);
  if (heap_->LayoutHelper(klass) < 0) return true;
  return LoadAt<uint8_t>(klass + heap_->layout().instance_init_state) >=
         heap_->layout().state_linked;
}

std::optional<uint32_t> ClassTable::FieldIndex(ClassId id, std::string_view name) const {
  for (; id.valid(); id = java_class(id).super) {
    const std::vector<JavaField>& fields = java_class(id).fields;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (!fields[i].is_static && fields[i].name == name) {
        return java_class(id).first_field + static_cast<uint32_t>(i);
      }
    }
  }
  return std::nullopt;
}

std::optional<uint32_t> ClassTable::OffsetOf(ClassId id, uint32_t index) const {
  while (id.valid() && index < rows_[id.value].first_field) id = rows_[id.value].super;
  if (!id.valid()) return std::nullopt;
  const std::vector<uint32_t>& offsets = rows_[id.value].offsets;
  const uint32_t own = index - rows_[id.value].first_field;
  if (own >= offsets.size()) return std::nullopt;
  return offsets[own];
}

}  // namespace taproot
