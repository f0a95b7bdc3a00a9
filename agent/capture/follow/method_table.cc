#include "capture/follow/method_table.h"

#include <string_view>

#include "capture/follow/class_names.h"
#include "capture/jvm.h"
#include "capture/logged_root.h"
#include "capture/modified_utf8.h"

namespace taproot {
MethodId MethodTable::Find(jmethodID method) {
  if (method == nullptr) return {};
  const auto [at, is_new] = ids_.try_emplace(method);
  if (!is_new) return at->second;
  LocalFrame frame(jni_, 4);
  if (!frame.ok()) return {};
  JavaMethod row;
  jclass declaring = nullptr;
  JvmtiMemory<char> name(jvmti_);
  JvmtiMemory<char> signature(jvmti_);
  if (jvmti_->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE ||
      jvmti_->GetMethodName(method, name.out(), signature.out(), nullptr) != JVMTI_ERROR_NONE) {
    return {};
  }
  JvmtiMemory<char> class_signature(jvmti_);
  JvmtiMemory<char> source_file(jvmti_);
  if (jvmti_->GetClassSignature(declaring, class_signature.out(), nullptr) == JVMTI_ERROR_NONE) {
    row.class_name = ParseSignature(class_signature.get()).name;
  }
  if (jvmti_->GetSourceFileName(declaring, source_file.out()) == JVMTI_ERROR_NONE) {
    row.source_file = FromModifiedUtf8(source_file.get());
  }
  row.name = FromModifiedUtf8(name.get());
  row.signature = FromModifiedUtf8(signature.get());
  jint max_locals = 0;
  if (jvmti_->GetMaxLocals(method, &max_locals) == JVMTI_ERROR_NONE) row.max_locals = max_locals;
  at->second = MethodId(methods_.size());
  methods_.push_back(std::move(row));
  return at->second;
}

int32_t MethodTable::LineOf(jmethodID method, jlocation bci) {
  if (method == nullptr || bci < 0) return -1;
  const auto [at, is_new] = lines_.try_emplace({method, bci}, -1);
  if (is_new) at->second = ReadLine(method, bci);
  return at->second;
}

int32_t MethodTable::ReadLine(jmethodID method, jlocation bci) {
  jint count = 0;
  JvmtiMemory<jvmtiLineNumberEntry> lines(jvmti_);
  if (jvmti_->GetLineNumberTable(method, &count, lines.out()) != JVMTI_ERROR_NONE) return -1;
  int32_t line = -1;
  jlocation best = -1;
  for (jint i = 0; i < count; ++i) {
    if (lines[i].start_location <= bci && lines[i].start_location > best) {
      best = lines[i].start_location;
      line = lines[i].line_number;
    }
  }
  return line;
}

bool MethodTable::IsOurs(MethodId method) const {
  return method.valid() && IsOurClass(methods_[method.value].class_name);
}

void MethodTable::MoveTo(HeapGraphBuilder& builder) {
  for (JavaMethod& method : methods_) builder.AddMethod(std::move(method));
}

}  // namespace taproot
