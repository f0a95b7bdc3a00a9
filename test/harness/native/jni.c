/* The native side of the JNI cases: cases.Native. */
#include <jni.h>
#include <unistd.h>

JNIEXPORT void JNICALL Java_cases_Native_newGlobalRef(JNIEnv* env, jclass klass, jobject object) {
  (*env)->NewGlobalRef(env, object);
}

JNIEXPORT void JNICALL Java_cases_Native_newWeakGlobalRef(JNIEnv* env, jclass klass,
                                                          jobject object) {
  (*env)->NewWeakGlobalRef(env, object);
}

JNIEXPORT void JNICALL Java_cases_Native_holdLocal(JNIEnv* env, jclass klass) {
  jclass big_class = (*env)->FindClass(env, "cases/Big");
  jmethodID make = (*env)->GetMethodID(env, big_class, "<init>", "()V");
  jobject big = (*env)->NewObject(env, big_class, make);

  jclass test = (*env)->FindClass(env, "cases/A33JniLocal");
  jmethodID watch = (*env)->GetStaticMethodID(env, test, "watch", "(Ljava/lang/Object;)V");
  (*env)->CallStaticVoidMethod(env, test, watch, big);
  for (;;) pause();
}
