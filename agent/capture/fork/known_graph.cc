#include "capture/fork/known_graph.h"

#include "capture/jvm.h"

namespace taproot {
namespace {

constexpr jsize kRoom = 32;

class KnownGraph {
 public:
  explicit KnownGraph(JNIEnv* jni) : jni_(jni) {}

  absl::StatusOr<jobjectArray> Make();

 private:
  void AddPrimitives();
  void AddArrays();
  void AddCollections();
  void AddReferenceObjects();

  // A new object of a class of the JDK; null after a failure, which stays pending.
  jobject New(const char* class_name, const char* signature, ...);
  jobject Boxed(jint value) { return New("java/lang/Integer", "(I)V", value); }
  jobject Text(const char* text) { return jni_->NewStringUTF(text); }
  jclass Find(const char* name) {
    absl::StatusOr<jclass> found = FindBootClass(jni_, name);
    if (found.ok()) return *found;
    if (status_.ok()) status_ = found.status();
    return nullptr;
  }
  // The next element.
  void Add(jobject object) {
    if (!jni_->ExceptionCheck() && status_.ok()) jni_->SetObjectArrayElement(all_, next_++, object);
  }
  void Call(jobject on, const char* class_name, const char* method, const char* signature, ...);

  JNIEnv* jni_;
  jobjectArray all_ = nullptr;
  jsize next_ = 0;
  absl::Status status_;
};

absl::StatusOr<jobjectArray> KnownGraph::Make() {
  jclass object = Find("java/lang/Object");
  if (object == nullptr) return status_;
  all_ = jni_->NewObjectArray(kRoom, object, nullptr);
  if (all_ == nullptr) return TakeException(jni_, "NewObjectArray");
  Add(Text("taproot"));
  Add(Text("\xcf\x84\xce\xb1\xcf\x80"));  // not Latin-1
  Add(Boxed(4711));
  Add(New("java/lang/Long", "(J)V", jlong{1} << 40));
  AddPrimitives();
  AddArrays();
  AddCollections();
  AddReferenceObjects();
  if (absl::Status s = TakeException(jni_, "making a known graph"); !s.ok()) return s;
  if (!status_.ok()) return status_;
  return all_;
}

// Of different lengths, so that their sizes tell.
void KnownGraph::AddPrimitives() {
  Add(jni_->NewBooleanArray(0));
  Add(jni_->NewByteArray(3));
  Add(jni_->NewCharArray(5));
  Add(jni_->NewShortArray(7));
  Add(jni_->NewIntArray(9));
  Add(jni_->NewLongArray(2));
  Add(jni_->NewFloatArray(1));
  Add(jni_->NewDoubleArray(4));
}

void KnownGraph::AddArrays() {
  Add(all_);
  jclass ints = Find("[I");
  jclass objects = Find("[Ljava/lang/Object;");
  if (ints == nullptr || objects == nullptr) return;
  jobjectArray rows = jni_->NewObjectArray(2, ints, nullptr);
  Add(rows);
  if (rows != nullptr) jni_->SetObjectArrayElement(rows, 1, jni_->NewIntArray(6));
  // Object[][], the element of which is all this.
  jobjectArray nested = jni_->NewObjectArray(3, objects, nullptr);
  Add(nested);
  if (nested != nullptr) jni_->SetObjectArrayElement(nested, 2, all_);
}

void KnownGraph::AddCollections() {
  jobject map = New("java/util/LinkedHashMap", "()V");
  Add(map);
  constexpr const char* kPut = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
  Call(map, "java/util/HashMap", "put", kPut, Text("one"), Boxed(1));
  Call(map, "java/util/HashMap", "put", kPut, Text("two"), Boxed(2));
  Call(map, "java/util/HashMap", "put", kPut, Text("all"), all_);
  jobject list = New("java/util/ArrayList", "()V");
  Add(list);
  Call(list, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", map);
}

// An object that only the referent leads to, and one that must not be held to end there.
void KnownGraph::AddReferenceObjects() {
  Add(New("java/lang/ref/WeakReference", "(Ljava/lang/Object;)V", Boxed(7)));
  Add(New("java/lang/ref/SoftReference", "(Ljava/lang/Object;)V", all_));
}

jobject KnownGraph::New(const char* class_name, const char* signature, ...) {
  if (jni_->ExceptionCheck()) return nullptr;
  jclass klass = Find(class_name);
  jmethodID constructor =
      klass == nullptr ? nullptr : jni_->GetMethodID(klass, "<init>", signature);
  if (constructor == nullptr) return nullptr;
  va_list arguments;
  va_start(arguments, signature);
  jobject made = jni_->NewObjectV(klass, constructor, arguments);
  va_end(arguments);
  return made;
}

void KnownGraph::Call(jobject on, const char* class_name, const char* method, const char* signature,
                      ...) {
  if (on == nullptr || jni_->ExceptionCheck()) return;
  jclass klass = Find(class_name);
  jmethodID id = klass == nullptr ? nullptr : jni_->GetMethodID(klass, method, signature);
  if (id == nullptr) return;
  va_list arguments;
  va_start(arguments, signature);
  if (std::string_view(signature).ends_with('Z')) {
    jni_->CallBooleanMethodV(on, id, arguments);
  } else {
    jni_->CallObjectMethodV(on, id, arguments);
  }
  va_end(arguments);
}

}  // namespace

absl::StatusOr<jobjectArray> MakeKnownGraph(JNIEnv* jni) { return KnownGraph(jni).Make(); }

}  // namespace taproot
