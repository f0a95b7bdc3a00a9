#include "capture/local_names.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "capture/class_file.h"
#include "capture/follow/class_names.h"
#include "capture/jvm.h"
#include "graph/heap_graph_builder.h"

namespace taproot {
namespace {

constexpr jint kLocalsPerClass = 64;
// Class files come out of jars. What is not read by then stays without names.
constexpr std::chrono::seconds kMostTime{3};

using MethodsByClass = absl::flat_hash_map<std::string, std::vector<MethodId>>;

class ClassFiles {
 public:
  static absl::StatusOr<ClassFiles> Open(JavaVM* vm, JNIEnv* jni) {
    jvmtiCapabilities wanted = {};
    wanted.can_get_line_numbers = 1;
    absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm, wanted);
    if (!jvmti.ok()) return jvmti.status();
    return ClassFiles(*std::move(jvmti), jni);
  }

  // Visits the wanted classes of the built-in loaders, until a visit says false.
  absl::Status ForEachLoadedClass(
      const MethodsByClass& wanted,
      absl::FunctionRef<bool(jclass klass, const std::vector<MethodId>& methods)> visit);
  // The class file as a resource of the system loader: class files of named modules are never
  // encapsulated.
  absl::StatusOr<std::vector<uint8_t>> Bytes(const std::string& class_name);
  // The debug information of the method if its class file is the one that was loaded.
  absl::StatusOr<MethodDebugInfo> Read(jclass klass, std::span<const uint8_t> file,
                                       const JavaMethod& method);

 private:
  ClassFiles(JvmtiEnvironment jvmti, JNIEnv* jni) : jvmti_(std::move(jvmti)), jni_(jni) {}

  bool IsOfBuiltinLoader(jclass klass);
  absl::StatusOr<jmethodID> FindMethod(jclass klass, const JavaMethod& method);
  bool IsSameCode(jmethodID method, const MethodDebugInfo& info);

  JvmtiEnvironment jvmti_;
  JNIEnv* jni_;
};

bool ClassFiles::IsOfBuiltinLoader(jclass klass) {
  jobject loader = nullptr;
  if (jvmti_->GetClassLoader(klass, &loader) != JVMTI_ERROR_NONE) return false;
  if (loader == nullptr) return true;
  absl::StatusOr<jclass> builtin = FindBootClass(jni_, "jdk/internal/loader/BuiltinClassLoader");
  const bool is_builtin = builtin.ok() && jni_->IsInstanceOf(loader, *builtin);
  if (builtin.ok()) jni_->DeleteLocalRef(*builtin);
  jni_->DeleteLocalRef(loader);
  return is_builtin;
}

absl::Status ClassFiles::ForEachLoadedClass(
    const MethodsByClass& wanted,
    absl::FunctionRef<bool(jclass klass, const std::vector<MethodId>& methods)> visit) {
  jint count = 0;
  JvmtiMemory<jclass> classes(jvmti_.get());
  absl::Status listed =
      JvmtiStatus(jvmti_->GetLoadedClasses(&count, classes.out()), "GetLoadedClasses");
  if (!listed.ok()) return listed;
  bool go_on = true;
  for (jint i = 0; i < count; ++i) {
    JvmtiMemory<char> name(jvmti_.get());
    if (go_on && jvmti_->GetClassSignature(classes[i], name.out(), nullptr) == JVMTI_ERROR_NONE) {
      const auto at = wanted.find(ParseSignature(name.get()).name);
      if (at != wanted.end() && IsOfBuiltinLoader(classes[i]))
        go_on = visit(classes[i], at->second);
    }
    jni_->DeleteLocalRef(classes[i]);
  }
  return absl::OkStatus();
}

absl::StatusOr<jmethodID> ClassFiles::FindMethod(jclass klass, const JavaMethod& method) {
  jint count = 0;
  JvmtiMemory<jmethodID> methods(jvmti_.get());
  absl::Status listed =
      JvmtiStatus(jvmti_->GetClassMethods(klass, &count, methods.out()), "GetClassMethods");
  if (!listed.ok()) return listed;
  for (jint i = 0; i < count; ++i) {
    JvmtiMemory<char> name(jvmti_.get());
    JvmtiMemory<char> signature(jvmti_.get());
    if (jvmti_->GetMethodName(methods[i], name.out(), signature.out(), nullptr) ==
            JVMTI_ERROR_NONE &&
        method.name == name.get() && method.signature == signature.get()) {
      return methods[i];
    }
  }
  return absl::NotFoundError("no such method");
}

absl::StatusOr<std::vector<uint8_t>> ClassFiles::Bytes(const std::string& class_name) {
  std::string path = absl::StrCat(class_name, ".class");
  std::replace(path.begin(), path.end() - std::string_view(".class").size(), '.', '/');
  absl::StatusOr<jclass> loader = FindBootClass(jni_, "java/lang/ClassLoader");
  absl::StatusOr<jclass> stream = FindBootClass(jni_, "java/io/InputStream");
  if (!loader.ok() || !stream.ok()) return absl::NotFoundError("no class to read resources with");
  jmethodID open = jni_->GetStaticMethodID(*loader, "getSystemResourceAsStream",
                                           "(Ljava/lang/String;)Ljava/io/InputStream;");
  jmethodID read = jni_->GetMethodID(*stream, "readAllBytes", "()[B");
  jmethodID close = jni_->GetMethodID(*stream, "close", "()V");
  jstring name = jni_->NewStringUTF(path.c_str());
  jobject opened = nullptr;
  if (open != nullptr && read != nullptr && close != nullptr && name != nullptr) {
    opened = jni_->CallStaticObjectMethod(*loader, open, name);
  }
  if (absl::Status s = TakeException(jni_, "getSystemResourceAsStream"); !s.ok()) return s;
  if (opened == nullptr) return absl::NotFoundError("no class file");
  auto array = static_cast<jbyteArray>(jni_->CallObjectMethod(opened, read));
  absl::Status was_read = TakeException(jni_, "InputStream.readAllBytes");
  jni_->CallVoidMethod(opened, close);
  if (absl::Status s = TakeException(jni_, "InputStream.close"); !s.ok()) return s;
  if (!was_read.ok()) return was_read;
  if (array == nullptr) return absl::NotFoundError("no bytes");
  std::vector<uint8_t> bytes(static_cast<size_t>(jni_->GetArrayLength(array)));
  jni_->GetByteArrayRegion(array, 0, static_cast<jsize>(bytes.size()),
                           reinterpret_cast<jbyte*>(bytes.data()));
  return bytes;
}

bool ClassFiles::IsSameCode(jmethodID method, const MethodDebugInfo& info) {
  jlocation start = 0;
  jlocation end = 0;
  jint max_locals = 0;
  jint count = 0;
  JvmtiMemory<jvmtiLineNumberEntry> lines(jvmti_.get());
  if (jvmti_->GetMethodLocation(method, &start, &end) != JVMTI_ERROR_NONE ||
      jvmti_->GetMaxLocals(method, &max_locals) != JVMTI_ERROR_NONE ||
      jvmti_->GetLineNumberTable(method, &count, lines.out()) != JVMTI_ERROR_NONE) {
    return false;
  }
  if (end + 1 != static_cast<jlocation>(info.code_length) ||
      static_cast<uint32_t>(max_locals) != info.max_locals ||
      static_cast<size_t>(count) != info.lines.size()) {
    return false;
  }
  std::vector<std::pair<uint32_t, int32_t>> loaded;
  loaded.reserve(static_cast<size_t>(count));
  for (jint i = 0; i < count; ++i) {
    loaded.emplace_back(static_cast<uint32_t>(lines[i].start_location), lines[i].line_number);
  }
  return std::ranges::is_permutation(loaded, info.lines);
}

absl::StatusOr<MethodDebugInfo> ClassFiles::Read(jclass klass, std::span<const uint8_t> file,
                                                 const JavaMethod& method) {
  absl::StatusOr<jmethodID> id = FindMethod(klass, method);
  if (!id.ok()) return id.status();
  absl::StatusOr<MethodDebugInfo> info = ReadMethodDebugInfo(file, method.name, method.signature);
  if (info.ok() && !IsSameCode(*id, *info)) {
    return absl::FailedPreconditionError("the class was changed when it was loaded");
  }
  return info;
}

}  // namespace

std::vector<MethodId> MethodsOnPaths(const HeapGraph& graph,
                                     std::span<const RootPath* const> paths) {
  std::vector<MethodId> methods;
  for (const RootPath* path : paths) {
    const Root& root = graph.root(path->root);
    if (root.kind == RootKind::kStackLocal && root.method.valid()) methods.push_back(root.method);
    for (const PathStep& step : path->steps) {
      if (step.slot.kind() != ReferenceKind::kFrameLocal) continue;
      const FrameLocal* local = graph.frame_local(step.slot);
      if (local != nullptr && local->method.valid()) methods.push_back(local->method);
    }
  }
  std::ranges::sort(methods);
  const auto repeats = std::ranges::unique(methods);
  methods.erase(repeats.begin(), repeats.end());
  return methods;
}

void AddLocalNames(JavaVM* vm, JNIEnv* jni, std::span<const MethodId> methods, HeapGraph& graph) {
  MethodsByClass wanted;
  for (MethodId id : methods) {
    const JavaMethod& method = graph.method(id);
    if (method.locals.empty()) wanted[method.class_name].push_back(id);
  }
  if (wanted.empty()) return;
  absl::StatusOr<ClassFiles> files = ClassFiles::Open(vm, jni);
  if (!files.ok()) return;
  const auto end = std::chrono::steady_clock::now() + kMostTime;
  auto read = [&](jclass klass, const std::vector<MethodId>& of_class) {
    LocalFrame frame(jni, kLocalsPerClass);
    if (!frame.ok()) return false;
    absl::StatusOr<std::vector<uint8_t>> file = files->Bytes(graph.method(of_class[0]).class_name);
    if (!file.ok()) return true;
    for (MethodId id : of_class) {
      absl::StatusOr<MethodDebugInfo> info = files->Read(klass, *file, graph.method(id));
      if (info.ok()) HeapGraphBuilder::AddLocals(graph, id, std::move(info->locals));
    }
    return std::chrono::steady_clock::now() < end;
  };
  files->ForEachLoadedClass(wanted, read).IgnoreError();
}

}  // namespace taproot
