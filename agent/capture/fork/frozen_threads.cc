#include "capture/fork/frozen_threads.h"

#include <string_view>

#include "capture/root_rows.h"

namespace taproot {
namespace {

constexpr jint kAlive = JVMTI_THREAD_STATE_ALIVE;
constexpr jint kRunnable = kAlive | JVMTI_THREAD_STATE_RUNNABLE;
constexpr jint kWaiting =
    kAlive | JVMTI_THREAD_STATE_WAITING | JVMTI_THREAD_STATE_WAITING_INDEFINITELY;
constexpr jint kTimedWaiting =
    kAlive | JVMTI_THREAD_STATE_WAITING | JVMTI_THREAD_STATE_WAITING_WITH_TIMEOUT;
constexpr jint kParked = kWaiting | JVMTI_THREAD_STATE_PARKED;
constexpr jint kTimedParked = kTimedWaiting | JVMTI_THREAD_STATE_PARKED;

// VirtualThread.state, by the names of the constants, whose values differ between versions. In all
// other states the thread runs or could.
constexpr struct {
  std::string_view constant;
  jint status;
} kVirtualStates[] = {
    {"NEW", 0},
    {"PARKED", kParked},
    {"PINNED", kParked},
    {"TIMED_PARKED", kTimedParked},
    {"TIMED_PINNED", kTimedParked},
    {"BLOCKED", kAlive | JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER},
    {"WAIT", kWaiting | JVMTI_THREAD_STATE_IN_OBJECT_WAIT},
    {"TIMED_WAIT", kTimedWaiting | JVMTI_THREAD_STATE_IN_OBJECT_WAIT},
    {"TERMINATED", JVMTI_THREAD_STATE_TERMINATED},
};

// Since JDK 19 a platform thread keeps what a virtual one does not have in an object of its own.
Address HolderOf(const FrozenObjects& objects, Address thread) {
  const Address holder = objects.Reference(thread, "holder");
  return holder == 0 ? thread : holder;
}

jint VirtualStatusOf(const FrozenObjects& objects, Address thread) {
  const ClassId id = objects.ClassOf(thread);
  const int64_t suspended = objects.StaticNumber(id, "SUSPENDED").value_or(0);
  const int64_t state = objects.Number(thread, "state").value_or(0) & ~suspended;
  for (const auto& known : kVirtualStates) {
    if (objects.StaticNumber(id, known.constant) == state) return known.status;
  }
  return kRunnable;
}

}  // namespace

JavaThread DescribeThread(const FrozenObjects& objects, Address thread) {
  JavaThread row;
  row.name = objects.Text(thread, "name");
  row.tid = objects.Number(thread, "tid").value_or(0);
  if (IsVirtualThread(objects, thread)) {
    row.is_daemon = row.is_virtual = true;
    return row;
  }
  const Address holder = HolderOf(objects, thread);
  row.is_daemon = objects.Number(holder, "daemon").value_or(0) != 0;
  const Address group = objects.Reference(holder, "group");
  row.is_agent =
      IsAgentThreadName(row.name) && group != 0 && objects.Reference(group, "parent") == 0;
  return row;
}

jint ThreadStatusOf(const FrozenObjects& objects, Address thread) {
  if (IsVirtualThread(objects, thread)) {
    const Address carrier = CarrierOf(objects, thread);
    if (carrier == 0) return VirtualStatusOf(objects, thread);
    thread = carrier;
  }
  return static_cast<jint>(
      objects.Number(HolderOf(objects, thread), "threadStatus").value_or(kRunnable));
}

}  // namespace taproot
