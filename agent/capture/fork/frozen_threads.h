// What the Thread objects of a frozen heap say of themselves.
#pragma once

#include <jvmti.h>

#include "capture/fork/frozen_objects.h"
#include "taproot/root.h"

namespace taproot {

// Name, id and kind of the thread; without node, state and frames. `thread`: a java.lang.Thread.
JavaThread DescribeThread(const FrozenObjects& objects, Address thread);

// The state as JVMTI tells it, but for the bits that say that a thread is suspended, interrupted or
// in native code. Of a mounted virtual thread that of its carrier.
jint ThreadStatusOf(const FrozenObjects& objects, Address thread);

inline bool IsVirtualThread(const FrozenObjects& objects, Address object) {
  return objects.IsA(object, "java.lang.VirtualThread");
}

// Of a mounted virtual thread the thread that runs it, else 0.
inline Address CarrierOf(const FrozenObjects& objects, Address virtual_thread) {
  return objects.Reference(virtual_thread, "carrierThread");
}

}  // namespace taproot
