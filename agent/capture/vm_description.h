// What JVM this is.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include "taproot/heap_graph.h"

namespace taproot {

// Leaves empty what the VM does not tell.
VmInfo DescribeVm(jvmtiEnv* jvmti, JNIEnv* jni);

}  // namespace taproot
