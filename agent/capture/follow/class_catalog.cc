#include "capture/follow/class_catalog.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "capture/follow/class_names.h"
#include "capture/modified_utf8.h"
#include "graph/name_pattern.h"

namespace taproot {
namespace {

constexpr jint kStatic = 0x0008;  // ACC_STATIC
constexpr jint kLocalsPerClass = 64;

// What a walk must recognise instances of. The roles pass from a class to its subclasses.
constexpr std::pair<std::string_view, Mark::Role> kKnownClasses[] = {
    {"java.lang.Class", Mark::kOfClass},
    {"java.lang.ClassLoader", Mark::kOfLoader},
    {"java.lang.Thread", Mark::kOfThread},
    {"java.lang.ref.Reference", Mark::kOfReference},
};

}  // namespace

absl::Status ClassCatalog::Begin() {
  absl::StatusOr<jobject> system = CallStaticObject(
      jni_, "java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
  if (!system.ok()) return system.status();
  system_loader_ = *system;
  absl::StatusOr<jobject> platform = CallStaticObject(
      jni_, "java/lang/ClassLoader", "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
  if (!platform.ok()) return platform.status();
  platform_loader_ = *platform;
  // Differs from the system loader where -Djava.system.class.loader says so.
  absl::StatusOr<jobject> app = CallStaticObject(jni_, "jdk/internal/loader/ClassLoaders",
                                                 "appClassLoader", "()Ljava/lang/ClassLoader;");
  app_loader_ = app.ok() ? *app : nullptr;

  absl::StatusOr<jclass> class_class = FindBootClass(jni_, "java/lang/Class");
  if (!class_class.ok()) return class_class.status();
  absl::StatusOr<ClassId> id = Describe(*class_class);
  if (!id.ok()) return id.status();
  class_class_ = *id;
  for (const char* name :
       {"java/lang/ClassLoader", "java/lang/Thread", "java/lang/ref/Reference"}) {
    absl::StatusOr<jclass> known = FindBootClass(jni_, name);
    if (!known.ok()) return known.status();
    if (absl::Status described = Describe(*known).status(); !described.ok()) return described;
  }
  return absl::OkStatus();
}

absl::StatusOr<uint32_t> ClassCatalog::MarkOf(jobject object) {
  jlong tag = 0;
  if (absl::Status s = JvmtiStatus(jvmti_->GetTag(object, &tag), "GetTag"); !s.ok()) return s;
  if (MarkTable::IsMark(tag)) return MarkTable::IndexOf(tag);
  // A positive tag is the object's number in a walk by tags: it stays its key.
  const uint32_t index = marks_.Add({.key = static_cast<ObjectKey>(tag) * 8});
  if (absl::Status s = JvmtiStatus(jvmti_->SetTag(object, MarkTable::TagOf(index)), "SetTag");
      !s.ok()) {
    return s;
  }
  return index;
}

absl::StatusOr<ClassId> ClassCatalog::Describe(jclass klass) {
  absl::StatusOr<uint32_t> mark = MarkOf(klass);
  if (!mark.ok()) return mark.status();
  if (marks_[*mark].klass.valid()) return marks_[*mark].klass;
  marks_[*mark].Add(Mark::kMirror);

  LocalFrame frame(jni_, kLocalsPerClass);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  JvmtiMemory<char> signature(jvmti_);
  if (absl::Status s = JvmtiStatus(jvmti_->GetClassSignature(klass, signature.out(), nullptr),
                                   "GetClassSignature");
      !s.ok()) {
    return s;
  }
  ClassName name = ParseSignature(signature.get());
  if (name.is_primitive) return ClassId();

  JavaClass java_class;
  java_class.name = std::move(name.name);
  java_class.is_array = name.is_array;
  java_class.is_hidden = name.is_hidden;
  jboolean is_interface = JNI_FALSE;
  jvmti_->IsInterface(klass, &is_interface);
  java_class.is_interface = is_interface == JNI_TRUE;
  if (jclass super = jni_->GetSuperclass(klass)) {
    absl::StatusOr<ClassId> super_id = Describe(super);
    if (!super_id.ok()) return super_id;
    java_class.super = *super_id;
  }
  Facts facts;
  facts.mirror_mark = *mark;
  if (absl::Status s = ReadLoader(klass, java_class, facts); !s.ok()) return s;
  if (absl::Status s = ReadInterfaces(klass, java_class, facts); !s.ok()) return s;
  if (absl::Status s = ReadFields(klass, java_class); !s.ok()) return s;
  const bool is_boot_class = java_class.loader_kind == LoaderKind::kBoot;
  if (is_boot_class) java_class.referent_strength = ReferentStrengthOf(java_class.name);
  const ClassId id = builder_.AddClass(std::move(java_class));
  facts_.push_back(std::move(facts));
  marks_[*mark].klass = id;
  SetRoles(id, is_boot_class);
  return id;
}

absl::Status ClassCatalog::DescribeMet(jclass mirror, uint32_t mirror_mark, bool has_instances) {
  if (marks_[mirror_mark].klass.valid()) return absl::OkStatus();
  if (has_instances) return Describe(mirror).status();
  JvmtiMemory<char> signature(jvmti_);
  absl::Status asked =
      JvmtiStatus(jvmti_->GetClassSignature(mirror, signature.out(), nullptr), "GetClassSignature");
  jint status = 0;
  if (asked.ok()) asked = JvmtiStatus(jvmti_->GetClassStatus(mirror, &status), "GetClassStatus");
  if (!asked.ok()) return asked;
  const ClassName name = ParseSignature(signature.get());
  if ((status & JVMTI_CLASS_STATUS_ARRAY) != 0 ? IsArrayLoaded(name.name)
                                               : (status & JVMTI_CLASS_STATUS_PREPARED) != 0) {
    return Describe(mirror).status();
  }
  if (!name.is_primitive) AddUnloaded(name.name, name.is_array, mirror_mark);
  return absl::OkStatus();
}

// An array class is loaded where its element class is. By name, since no field of the mirror can be
// trusted before that is known.
bool ClassCatalog::IsArrayLoaded(std::string_view array_name) const {
  const std::string_view element = array_name.substr(0, array_name.find('['));
  if (element.find('.') == std::string_view::npos && IsPrimitiveName(element)) return true;
  for (uint32_t i = 0; i < builder_.class_count(); ++i) {
    const JavaClass& known = builder_.java_class(ClassId(i));
    if (known.name == element && known.loader_name != kNotLoaded) return true;
  }
  return false;
}

void ClassCatalog::AddUnloaded(std::string name, bool is_array, uint32_t mirror_mark) {
  if (marks_[mirror_mark].klass.valid()) return;
  marks_[mirror_mark].klass = builder_.AddClass({.name = std::move(name),
                                                 .loader_kind = LoaderKind::kCustom,
                                                 .loader_name = std::string(kNotLoaded),
                                                 .is_array = is_array});
  facts_.push_back({.mirror_mark = mirror_mark});
}

absl::Status ClassCatalog::ReadLoader(jclass klass, JavaClass& java_class, Facts& facts) {
  jobject loader = nullptr;
  if (absl::Status s = JvmtiStatus(jvmti_->GetClassLoader(klass, &loader), "GetClassLoader");
      !s.ok()) {
    return s;
  }
  java_class.loader_kind = LoaderKind::kBoot;
  java_class.loader_name = "boot";
  if (loader == nullptr) return absl::OkStatus();
  absl::StatusOr<uint32_t> mark = MarkOf(loader);
  if (!mark.ok()) return mark.status();
  facts.loader_mark = *mark;
  if (jni_->IsSameObject(loader, platform_loader_)) {
    java_class.loader_kind = LoaderKind::kPlatform;
    java_class.loader_name = "platform";
  } else if (jni_->IsSameObject(loader, system_loader_) ||
             (app_loader_ != nullptr && jni_->IsSameObject(loader, app_loader_))) {
    java_class.loader_kind = LoaderKind::kApp;
    java_class.loader_name = "app";
  } else {
    java_class.loader_kind = LoaderKind::kCustom;
    std::string& name = loader_names_[*mark];
    if (name.empty()) {
      jclass loader_class = jni_->GetObjectClass(loader);
      JvmtiMemory<char> signature(jvmti_);
      if (jvmti_->GetClassSignature(loader_class, signature.out(), nullptr) == JVMTI_ERROR_NONE) {
        name = ParseSignature(signature.get()).name;
      }
    }
    java_class.loader_name = name;
  }
  return absl::OkStatus();
}

absl::Status ClassCatalog::ReadInterfaces(jclass klass, const JavaClass& java_class, Facts& facts) {
  if (java_class.super.valid()) facts.interfaces = facts_[java_class.super.value].interfaces;
  if (java_class.is_array) return absl::OkStatus();
  jint count = 0;
  JvmtiMemory<jclass> interfaces(jvmti_);
  const jvmtiError error = jvmti_->GetImplementedInterfaces(klass, &count, interfaces.out());
  if (error == JVMTI_ERROR_CLASS_NOT_PREPARED) return absl::OkStatus();
  if (absl::Status s = JvmtiStatus(error, "GetImplementedInterfaces"); !s.ok()) return s;
  for (jint i = 0; i < count; ++i) {
    absl::StatusOr<ClassId> id = Describe(interfaces[i]);
    if (!id.ok()) return id.status();
    const std::vector<ClassId>& above = facts_[id->value].interfaces;
    facts.interfaces.push_back(*id);
    facts.interfaces.insert(facts.interfaces.end(), above.begin(), above.end());
  }
  std::ranges::sort(facts.interfaces);
  const auto repeats = std::ranges::unique(facts.interfaces);
  facts.interfaces.erase(repeats.begin(), repeats.end());
  for (ClassId id : facts.interfaces) {
    facts.interface_fields += static_cast<uint32_t>(builder_.java_class(id).fields.size());
  }
  return absl::OkStatus();
}

absl::Status ClassCatalog::ReadFields(jclass klass, JavaClass& java_class) {
  if (java_class.is_array) return absl::OkStatus();
  jint count = 0;
  JvmtiMemory<jfieldID> fields(jvmti_);
  const jvmtiError error = jvmti_->GetClassFields(klass, &count, fields.out());
  if (error == JVMTI_ERROR_CLASS_NOT_PREPARED) return absl::OkStatus();
  if (absl::Status s = JvmtiStatus(error, "GetClassFields"); !s.ok()) return s;
  java_class.fields.reserve(static_cast<size_t>(count));
  for (jint i = 0; i < count; ++i) {
    JvmtiMemory<char> name(jvmti_);
    JvmtiMemory<char> signature(jvmti_);
    jint modifiers = 0;
    if (absl::Status s = JvmtiStatus(
            jvmti_->GetFieldName(klass, fields[i], name.out(), signature.out(), nullptr),
            "GetFieldName");
        !s.ok()) {
      return s;
    }
    jvmti_->GetFieldModifiers(klass, fields[i], &modifiers);
    java_class.fields.push_back(
        {FromModifiedUtf8(name.get()), signature.get(), (modifiers & kStatic) != 0});
  }
  return absl::OkStatus();
}

void ClassCatalog::SetRoles(ClassId id, bool is_boot_class) {
  const JavaClass& java_class = builder_.java_class(id);
  Mark& mirror = marks_[facts_[id.value].mirror_mark];
  if (java_class.super.valid()) {
    const Mark& super = marks_[facts_[java_class.super.value].mirror_mark];
    for (const auto& [name, role] : kKnownClasses) {
      if (super.Is(role)) mirror.Add(role);
    }
  }
  if (is_boot_class) {
    for (const auto& [name, role] : kKnownClasses) {
      if (java_class.name == name) mirror.Add(role);
    }
  }
  if (mirror.Is(Mark::kOfReference)) SetReferentIndices(id, mirror);
  const bool collected = std::ranges::any_of(collect_, [&](const std::string& pattern) {
    return MatchesPattern(java_class.name, pattern);
  });
  if (collected && !java_class.is_array && java_class.name != "java.lang.Class") {
    mirror.Add(Mark::kCollectInstances);
  }
  if (is_boot_class && (java_class.name == "java.nio.DirectByteBuffer" ||
                        java_class.name == "java.nio.DirectByteBufferR")) {
    mirror.Add(Mark::kDirectBuffer);
  }
  if (is_boot_class && java_class.name == "java.lang.VirtualThread") {
    mirror.Add(Mark::kVirtualThread);
  }
}

// Reference's only superclass is Object, which has no fields: its own fields start every layout.
void ClassCatalog::SetReferentIndices(ClassId id, Mark& mirror) {
  ClassId reference = id;
  while (builder_.java_class(reference).name != "java.lang.ref.Reference") {
    reference = builder_.java_class(reference).super;
  }
  const JavaClass& declaring = builder_.java_class(reference);
  for (size_t i = 0; i < declaring.fields.size(); ++i) {
    const auto index = interface_fields(id) + declaring.first_field + static_cast<uint32_t>(i);
    if (declaring.fields[i].name == "referent") mirror.referent_index = index;
    if (declaring.fields[i].name == "discovered") mirror.discovered_index = index;
  }
}

}  // namespace taproot
