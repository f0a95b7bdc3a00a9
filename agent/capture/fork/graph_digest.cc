#include "capture/fork/graph_digest.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "capture/follow/class_names.h"
#include "capture/jvm.h"

namespace taproot {
namespace {

std::string ObjectLine(size_t number, std::string_view class_name, uint64_t size,
                       uint64_t array_length) {
  return absl::StrCat("#", number, " ", class_name, " ", size, " bytes, length ", array_length);
}

std::string ReferenceLine(ReferenceSlot slot, size_t target) {
  return absl::StrCat("  ", slot.is_element() ? "element " : "field ", slot.index(), " -> #",
                      target);
}

}  // namespace

std::vector<std::string> DigestOf(const HeapGraph& graph, NodeId start) {
  std::vector<std::string> lines;
  absl::flat_hash_map<NodeId, size_t> numbers = {{start, 0}};
  std::vector<NodeId> nodes = {start};
  for (size_t i = 0; i < nodes.size(); ++i) {
    const NodeId node = nodes[i];
    lines.push_back(ObjectLine(i, graph.java_class(node).name, graph.shallow_size(node),
                               graph.array_length(node)));
    std::vector<std::pair<uint32_t, NodeId>> references;
    for (uint32_t at = 0; at < graph.degree(node); ++at) {
      const ReferenceSlot slot = graph.slots(node)[at];
      const NodeId target = graph.targets(node)[at];
      if (graph.strength(node, slot) == Strength::kStrong) {
        references.emplace_back(slot.bits(), target);
      }
    }
    std::ranges::sort(references);
    for (const auto& [slot, target] : references) {
      const auto [number, is_new] = numbers.try_emplace(target, nodes.size());
      if (is_new) nodes.push_back(target);
      lines.push_back(ReferenceLine(ReferenceSlot::FromBits(slot), number->second));
    }
  }
  return lines;
}

namespace {

class JniDigest {
 public:
  JniDigest(jvmtiEnv* jvmti, JNIEnv* jni) : jvmti_(jvmti), jni_(jni) {}

  absl::StatusOr<std::vector<std::string>> Make(jobject start);

 private:
  // Of a class, by the position in the layout of all its objects.
  struct Field {
    uint32_t position;
    jfieldID id;
  };

  absl::Status Add(jobject object);
  absl::Status AddElements(jobjectArray array);
  absl::Status AddFields(jobject object, jclass klass);
  absl::StatusOr<uint32_t> FieldsOf(jclass klass, std::vector<Field>& fields);
  absl::StatusOr<std::string> SignatureOf(jclass klass);
  absl::Status AddReference(ReferenceSlot slot, jobject target);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  std::vector<std::string> lines_;
  std::vector<jobject> objects_;
};

absl::StatusOr<std::vector<std::string>> JniDigest::Make(jobject start) {
  objects_.push_back(start);
  for (size_t i = 0; i < objects_.size(); ++i) {
    if (absl::Status s = Add(objects_[i]); !s.ok()) return s;
  }
  return std::move(lines_);
}

absl::Status JniDigest::Add(jobject object) {
  jclass klass = jni_->GetObjectClass(object);
  absl::StatusOr<std::string> signature = SignatureOf(klass);
  if (!signature.ok()) return signature.status();
  jlong size = 0;
  if (absl::Status s = JvmtiStatus(jvmti_->GetObjectSize(object, &size), "GetObjectSize");
      !s.ok()) {
    return s;
  }
  const ClassName name = ParseSignature(*signature);
  const jsize length = name.is_array ? jni_->GetArrayLength(static_cast<jarray>(object)) : 0;
  const auto number = static_cast<size_t>(std::ranges::find(objects_, object) - objects_.begin());
  lines_.push_back(
      ObjectLine(number, name.name, static_cast<uint64_t>(size), static_cast<uint64_t>(length)));
  absl::Status added = !name.is_array ? AddFields(object, klass)
                       : (*signature)[1] == 'L' || (*signature)[1] == '['
                           ? AddElements(static_cast<jobjectArray>(object))
                           : absl::OkStatus();
  jni_->DeleteLocalRef(klass);
  return added;
}

absl::StatusOr<std::string> JniDigest::SignatureOf(jclass klass) {
  JvmtiMemory<char> signature(jvmti_);
  absl::Status told =
      JvmtiStatus(jvmti_->GetClassSignature(klass, signature.out(), nullptr), "GetClassSignature");
  if (!told.ok()) return told;
  return std::string(signature.get());
}

absl::Status JniDigest::AddElements(jobjectArray array) {
  const jsize length = jni_->GetArrayLength(array);
  for (jsize i = 0; i < length; ++i) {
    absl::Status added =
        AddReference(ElementSlot(static_cast<uint32_t>(i)), jni_->GetObjectArrayElement(array, i));
    if (!added.ok()) return added;
  }
  return TakeException(jni_, "reading an array");
}

absl::Status JniDigest::AddFields(jobject object, jclass klass) {
  std::vector<Field> fields;
  if (absl::Status s = FieldsOf(klass, fields).status(); !s.ok()) return s;
  for (const Field& field : fields) {
    absl::Status added =
        AddReference(FieldSlot(field.position), jni_->GetObjectField(object, field.id));
    if (!added.ok()) return added;
  }
  return TakeException(jni_, "reading an object");
}

// Superclasses first. Returns how many fields the layout has up to here, static ones included.
absl::StatusOr<uint32_t> JniDigest::FieldsOf(jclass klass, std::vector<Field>& fields) {
  uint32_t position = 0;
  if (jclass super = jni_->GetSuperclass(klass)) {
    absl::StatusOr<uint32_t> above = FieldsOf(super, fields);
    jni_->DeleteLocalRef(super);
    if (!above.ok()) return above;
    position = *above;
  }
  absl::StatusOr<std::string> declaring = SignatureOf(klass);
  if (!declaring.ok()) return declaring.status();
  jint count = 0;
  JvmtiMemory<jfieldID> ids(jvmti_);
  absl::Status read =
      JvmtiStatus(jvmti_->GetClassFields(klass, &count, ids.out()), "GetClassFields");
  if (!read.ok()) return read;
  for (jint i = 0; i < count; ++i) {
    constexpr jint kStatic = 0x0008;  // ACC_STATIC
    JvmtiMemory<char> name(jvmti_);
    JvmtiMemory<char> signature(jvmti_);
    jint modifiers = 0;
    read = JvmtiStatus(jvmti_->GetFieldName(klass, ids[i], name.out(), signature.out(), nullptr),
                       "GetFieldName");
    if (read.ok()) {
      read = JvmtiStatus(jvmti_->GetFieldModifiers(klass, ids[i], &modifiers), "GetFieldModifiers");
    }
    if (!read.ok()) return read;
    const std::string_view name_text = name.get();
    const bool is_weak = *declaring == "Ljava/lang/ref/Reference;" &&
                         (name_text == "referent" || name_text == "discovered");
    const bool is_reference = signature[0] == 'L' || signature[0] == '[';
    if (is_reference && !is_weak && (modifiers & kStatic) == 0) {
      fields.push_back({position + static_cast<uint32_t>(i), ids[i]});
    }
  }
  return position + static_cast<uint32_t>(count);
}

// Takes the local reference `target`, which may be null.
absl::Status JniDigest::AddReference(ReferenceSlot slot, jobject target) {
  if (target == nullptr) return absl::OkStatus();
  const auto known = std::ranges::find_if(
      objects_, [&](jobject object) { return jni_->IsSameObject(object, target) == JNI_TRUE; });
  lines_.push_back(ReferenceLine(slot, static_cast<size_t>(known - objects_.begin())));
  if (known != objects_.end()) {
    jni_->DeleteLocalRef(target);
  } else if (jni_->EnsureLocalCapacity(64) == JNI_OK) {
    objects_.push_back(target);
  } else {
    return TakeException(jni_, "EnsureLocalCapacity");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> DigestByJni(jvmtiEnv* jvmti, JNIEnv* jni, jobject start) {
  return JniDigest(jvmti, jni).Make(start);
}

}  // namespace taproot
