/* An agent that does nothing: what the JVM itself spends on an attach. */
#include <jvmti.h>

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void* reserved) { return 0; }
