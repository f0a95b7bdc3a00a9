/* apps.Malloc: how much native memory is in use, by malloc's own statistics. */
#include <jni.h>
#include <malloc.h>

JNIEXPORT jlong JNICALL Java_apps_Malloc_bytesInUse(JNIEnv* env, jclass klass) {
  struct mallinfo2 info = mallinfo2(); /* the sum over all arenas */
  return (jlong)(info.uordblks + info.hblkhd);
}
