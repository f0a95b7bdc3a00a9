#include "capture/fork/frozen_methods.h"

#include <utility>

#include "capture/follow/class_names.h"
#include "capture/fork/const_method.h"
#include "capture/logged_root.h"
#include "capture/modified_utf8.h"

namespace taproot {

Address FrozenMethods::MethodOf(jmethodID method) {
  if (method == nullptr) return 0;
  // JDK 17 marks a free entry by a small number.
  constexpr Address kNoAddress = 4096;
  const auto at = LoadAt<Address>(reinterpret_cast<Address>(method));
  return at < kNoAddress ? 0 : at;
}

MethodId FrozenMethods::FindMethod(Address method) {
  if (method == 0) return {};
  const auto [at, is_new] = ids_.try_emplace(method);
  if (!is_new) return at->second;
  const ConstMethod facts(&heap_, method);
  JavaMethod row;
  row.class_name = ParseVmName(heap_.Symbol(heap_.NameOf(facts.holder()))).name;
  row.name = FromModifiedUtf8(facts.name());
  row.signature = FromModifiedUtf8(facts.signature());
  row.source_file = FromModifiedUtf8(facts.source_file());
  if (!facts.is_native()) row.max_locals = static_cast<int32_t>(facts.max_locals());
  rows_.push_back({method, IsOurClass(row.class_name)});
  at->second = builder_->AddMethod(std::move(row));
  return at->second;
}

int32_t FrozenMethods::LineOfMethod(Address method, jlocation bci) {
  if (method == 0 || bci < 0) return -1;
  const auto [at, is_new] = lines_.try_emplace({method, bci}, -1);
  if (is_new) at->second = ConstMethod(&heap_, method).LineOf(bci);
  return at->second;
}

std::vector<LocalVariable> FrozenMethods::LocalsOf(MethodId method) const {
  if (!method.valid() || method.value >= rows_.size()) return {};
  return ConstMethod(&heap_, rows_[method.value].method).Locals();
}

}  // namespace taproot
