#include "capture/object_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/follow/class_names.h"
#include "capture/jvm.h"
#include "capture/modified_utf8.h"
#include "capture/named_classes.h"
#include "capture/short_text.h"

namespace taproot {
namespace {

// Of two classes of one name one may have a number where the other has a reference: loaders may
// hold different versions, and the lambdas of a class all have one name.
bool IsField(jvmtiEnv* jvmti, jclass klass, jfieldID id, const JavaField& field) {
  constexpr jint kStatic = 0x0008;  // ACC_STATIC
  JvmtiMemory<char> name(jvmti);
  JvmtiMemory<char> signature(jvmti);
  jint modifiers = 0;
  return jvmti->GetFieldName(klass, id, name.out(), signature.out(), nullptr) == JVMTI_ERROR_NONE &&
         jvmti->GetFieldModifiers(klass, id, &modifiers) == JVMTI_ERROR_NONE &&
         ((modifiers & kStatic) != 0) == field.is_static && field.signature == signature.get() &&
         field.name == FromModifiedUtf8(name.get());
}

}  // namespace

std::string ShortText(JNIEnv* jni, jstring text) {
  if (text == nullptr) return "";
  const jsize length = jni->GetStringLength(text);
  const auto shown = static_cast<jsize>(CharactersShown(static_cast<size_t>(length)));
  // A character takes three bytes at most in the VM's encoding.
  std::array<char, kMostCharacters * 3 + 1> bytes{};
  jni->GetStringUTFRegion(text, 0, shown, bytes.data());
  return absl::StrCat(FromModifiedUtf8(bytes.data()), shown < length ? "…" : "");
}

bool ObjectReader::Is(jobject object, NodeId node) {
  if (object == nullptr || !node.valid()) return false;
  jclass klass = jni_->GetObjectClass(object);
  const bool same = IsClass(klass, graph_.class_of(node));
  jni_->DeleteLocalRef(klass);
  return same;
}

bool ObjectReader::IsClass(jclass klass, ClassId id) {
  const auto at = known_.find(id);
  if (at != known_.end()) return jni_->IsSameObject(klass, at->second.klass) == JNI_TRUE;
  // The superclasses first: field by field the layout must be the one that the graph has.
  std::vector<std::pair<jclass, ClassId>> chain;
  auto level = static_cast<jclass>(jni_->NewLocalRef(klass));
  bool same = true;
  for (ClassId super = id; same && super.valid(); super = graph_.java_class(super).super) {
    if (level == nullptr) {
      same = false;
      break;
    }
    chain.emplace_back(level, super);
    level = jni_->GetSuperclass(level);
  }
  if (level != nullptr) jni_->DeleteLocalRef(level);
  for (size_t i = chain.size(); i-- > 0;) {
    same = same && Learn(chain[i].first, chain[i].second);
    jni_->DeleteLocalRef(chain[i].first);
  }
  return same;
}

bool ObjectReader::Learn(jclass klass, ClassId id) {
  const auto at = known_.find(id);
  if (at != known_.end()) return jni_->IsSameObject(klass, at->second.klass) == JNI_TRUE;
  const JavaClass& java_class = graph_.java_class(id);
  JvmtiMemory<char> signature(jvmti_);
  if (known_.size() >= kMostClasses ||
      jvmti_->GetClassSignature(klass, signature.out(), nullptr) != JVMTI_ERROR_NONE ||
      ParseSignature(signature.get()).name != java_class.name) {
    return false;
  }
  KnownClass known{nullptr, {}};
  if (!java_class.is_array) {
    jint count = 0;
    JvmtiMemory<jfieldID> fields(jvmti_);
    if (jvmti_->GetClassFields(klass, &count, fields.out()) != JVMTI_ERROR_NONE ||
        static_cast<size_t>(count) != java_class.fields.size()) {
      return false;
    }
    for (jint i = 0; i < count; ++i) {
      const JavaField& field = java_class.fields[static_cast<size_t>(i)];
      if (!IsField(jvmti_, klass, fields[i], field)) return false;
    }
    known.fields.assign(fields.get(), fields.get() + count);
  }
  known.klass = static_cast<jclass>(jni_->NewLocalRef(klass));
  if (known.klass == nullptr) return false;
  known_.emplace(id, std::move(known));
  return true;
}

jfieldID ObjectReader::FieldId(const FieldRef& field) const {
  const auto at = known_.find(field.declaring);
  if (field.field == nullptr || at == known_.end()) return nullptr;
  const auto own = field.field - graph_.java_class(field.declaring).fields.data();
  return at->second.fields[static_cast<size_t>(own)];
}

jobject ObjectReader::InstanceField(jobject object, ClassId id, uint32_t index) {
  const FieldRef field = graph_.FieldAt(id, index);
  jfieldID known = FieldId(field);
  if (known == nullptr || field.field->is_static || !field.field->is_reference()) return nullptr;
  // Before a class is initialised HotSpot lends this field of its mirror to a lock.
  if (field.field->name == "componentType" &&
      graph_.java_class(field.declaring).name == "java.lang.Class") {
    return nullptr;
  }
  return jni_->GetObjectField(object, known);
}

bool ObjectReader::IsInitialised(jclass klass) {
  jint status = 0;
  return jvmti_->GetClassStatus(klass, &status) == JVMTI_ERROR_NONE &&
         (status & JVMTI_CLASS_STATUS_INITIALIZED) != 0;
}

jobject ObjectReader::StaticField(jclass klass, ClassId id, uint32_t index) {
  const FieldRef field = graph_.FieldAt(id, index);
  if (field.declaring != id || !IsClass(klass, id) || !IsInitialised(klass)) return nullptr;
  jfieldID known = FieldId(field);
  if (known == nullptr || !field.field->is_static || !field.field->is_reference()) return nullptr;
  return jni_->GetStaticObjectField(klass, known);
}

jobject ObjectReader::Follow(jobject from, NodeId node, ReferenceSlot slot) {
  switch (slot.kind()) {
    case ReferenceKind::kField:
    case ReferenceKind::kMirrorField:
      return InstanceField(from, graph_.class_of(node), slot.index());
    case ReferenceKind::kStaticField:
      return StaticField(static_cast<jclass>(from), graph_.mirrored_class(node), slot.index());
    case ReferenceKind::kArrayElement: {
      auto array = static_cast<jobjectArray>(from);
      const auto length = static_cast<uint32_t>(jni_->GetArrayLength(array));
      if (slot.index() >= length) return nullptr;
      return jni_->GetObjectArrayElement(array, static_cast<jsize>(slot.index()));
    }
    case ReferenceKind::kClass:
      return jni_->GetObjectClass(from);
    case ReferenceKind::kClassLoader: {
      jobject loader = nullptr;
      const bool is_class = graph_.mirrored_class(node).valid() &&
                            IsClass(static_cast<jclass>(from), graph_.mirrored_class(node));
      if (is_class) jvmti_->GetClassLoader(static_cast<jclass>(from), &loader);
      return loader;
    }
    default:
      return nullptr;
  }
}

std::optional<int64_t> ObjectReader::Number(jobject object, NodeId node, std::string_view name) {
  const ClassId id = graph_.class_of(node);
  const std::optional<uint32_t> index = graph_.FieldIndex(id, name);
  if (!index) return std::nullopt;
  const FieldRef field = graph_.FieldAt(id, *index);
  jfieldID known = FieldId(field);
  if (known == nullptr || field.field->is_static || field.field->signature.size() != 1) {
    return std::nullopt;
  }
  switch (field.field->signature[0]) {
    case 'Z':
      return jni_->GetBooleanField(object, known) == JNI_TRUE;
    case 'B':
      return jni_->GetByteField(object, known);
    case 'C':
      return jni_->GetCharField(object, known);
    case 'S':
      return jni_->GetShortField(object, known);
    case 'I':
      return jni_->GetIntField(object, known);
    case 'J':
      return jni_->GetLongField(object, known);
    default:
      return std::nullopt;
  }
}

std::string ObjectReader::StringField(jobject object, NodeId node, std::string_view name) {
  const ClassId id = graph_.class_of(node);
  const std::optional<uint32_t> index = graph_.FieldIndex(id, name);
  if (!index || graph_.FieldAt(id, *index).field->signature != "Ljava/lang/String;") return "";
  jobject text = InstanceField(object, id, *index);
  std::string copy = ShortText(jni_, static_cast<jstring>(text));
  if (text != nullptr) jni_->DeleteLocalRef(text);
  return copy;
}

std::string ObjectReader::Text(jobject object, NodeId node) {
  const JavaClass& java_class = graph_.java_class(node);
  if (java_class.name == "java.lang.String") return ShortText(jni_, static_cast<jstring>(object));
  const NamedClass* named = FindNamedClass(graph_, graph_.class_of(node));
  if (named == nullptr) return "";
  if (named->kind == NamedClass::Kind::kString) return StringField(object, node, named->field);
  const std::optional<int64_t> number = Number(object, node, named->field);
  return number ? TextOfNumber(named->kind, *number) : "";
}

}  // namespace taproot
