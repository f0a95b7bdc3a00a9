#include "analysis/inspectors.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

using std::string_view;

enum class Test : uint8_t { kInRange, kAnyBit, kNoBit };

// One sentence about objects of a class, said if the value passes the test.
struct Inspector {
  string_view class_name;  // subclasses too
  string_view path;        // see InspectedField
  Test test;
  int64_t low;   // kInRange: the lowest; else the bits
  int64_t high;  // kInRange: the highest
  ObjectStatus status;
  string_view reason;
};

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr ObjectStatus kGone = ObjectStatus::kLeaking;
constexpr ObjectStatus kLives = ObjectStatus::kNotLeaking;
constexpr ObjectStatus kOpen = ObjectStatus::kUnknown;

constexpr string_view kThreadPool = "java.util.concurrent.ThreadPoolExecutor";
constexpr string_view kForkJoin = "java.util.concurrent.ForkJoinPool";
constexpr string_view kPerTask = "java.util.concurrent.ThreadPerTaskExecutor";
constexpr string_view kTomcatLoader = "org.apache.catalina.loader.WebappClassLoaderBase";
constexpr string_view kTomcatPart = "org.apache.catalina.util.LifecycleBase";

// JVMTI's bits of a thread's state.
constexpr int64_t kAlive = 1;
constexpr int64_t kTerminated = 2;

// The constants are those of the classes named: the run state of a ThreadPoolExecutor stands in the
// upper bits of ctl and is negative while it runs; ForkJoinPool has had `mode` up to 18 and
// `runState` since 19; Socket has had `state` since 21.
constexpr Inspector kInspectors[] = {
    {"java.lang.Thread", "threadState", Test::kAnyBit, kTerminated, 0, kGone,
     "thread is terminated"},
    {"java.lang.Thread", "threadState", Test::kAnyBit, kAlive, 0, kLives, "thread is running"},
    {"java.lang.Thread", "threadState", Test::kInRange, 0, 0, kOpen, "thread was never started"},
    {kThreadPool, "ctl.value", Test::kInRange, 0, kMost, kGone, "executor is shut down"},
    {kThreadPool, "ctl.value", Test::kInRange, -kMost, -1, kOpen, "executor is not shut down"},
    {kForkJoin, "mode", Test::kAnyBit, int64_t{0x83000000}, 0, kGone, "pool is shut down"},
    {kForkJoin, "runState", Test::kAnyBit, 1 | 2 | 8, 0, kGone, "pool is shut down"},
    {kPerTask, "state", Test::kInRange, 1, kMost, kGone, "executor is shut down"},
    {kPerTask, "state", Test::kInRange, 0, 0, kOpen, "executor is not shut down"},
    {"java.util.concurrent.FutureTask", "state", Test::kInRange, 4, 6, kGone, "task is cancelled"},
    {"java.util.TimerTask", "state", Test::kInRange, 3, 3, kGone, "timer task is cancelled"},
    {"java.util.Timer", "thread.newTasksMayBeScheduled", Test::kInRange, 0, 0, kGone,
     "timer is cancelled"},
    {"java.util.Timer", "thread.newTasksMayBeScheduled", Test::kInRange, 1, 1, kOpen,
     "timer is not cancelled"},
    {"java.net.Socket", "state", Test::kAnyBit, 8, 0, kGone, "socket is closed"},
    {"java.net.Socket", "state", Test::kNoBit, 8, 0, kOpen, "socket is not closed"},
    {"java.net.URLClassLoader", "ucp.closed", Test::kInRange, 1, 1, kGone,
     "class loader is closed"},
    {"java.util.zip.ZipFile", "closeRequested", Test::kInRange, 1, 1, kGone, "file is closed"},
    {"java.util.zip.ZipFile", "closeRequested", Test::kInRange, 0, 0, kOpen, "file is not closed"},
    {"java.util.zip.Inflater", "zsRef.address", Test::kInRange, 0, 0, kGone, "inflater is ended"},
    {"java.util.zip.Deflater", "zsRef.address", Test::kInRange, 0, 0, kGone, "deflater is ended"},
    // LifecycleState: STARTED is 5, STOPPING_PREP to DESTROYED are 6 to 10, FAILED is 11.
    {kTomcatLoader, "state.ordinal", Test::kInRange, 6, 10, kGone, "web application is stopped"},
    {kTomcatLoader, "state.ordinal", Test::kInRange, 5, 5, kLives, "web application is running"},
    {kTomcatPart, "state.ordinal", Test::kInRange, 6, 10, kGone, "Tomcat component is stopped"},
    {kTomcatPart, "state.ordinal", Test::kInRange, 5, 5, kLives, "Tomcat component is running"},
};

// Of any class: a boolean field, or an AtomicBoolean, by what it is called.
struct EndFlag {
  string_view path;
  string_view field;
  string_view not_yet;  // what false means
};

constexpr EndFlag kEndFlags[] = {
    {"closed", "closed", "not closed"},
    {"isClosed", "isClosed", "not closed"},
    {"_closed", "_closed", "not closed"},
    {"disposed", "disposed", "not disposed"},
    {"isDisposed", "isDisposed", "not disposed"},
    {"destroyed", "destroyed", "not destroyed"},
    {"terminated", "terminated", "not terminated"},
    {"isTerminated", "isTerminated", "not terminated"},
    {"shutdown", "shutdown", "not shut down"},
    {"isShutdown", "isShutdown", "not shut down"},
    {"closed.value", "closed", "not closed"},
    {"isClosed.value", "isClosed", "not closed"},
    {"disposed.value", "disposed", "not disposed"},
    {"destroyed.value", "destroyed", "not destroyed"},
    {"terminated.value", "terminated", "not terminated"},
    {"shutdown.value", "shutdown", "not shut down"},
    {"isShutdown.value", "isShutdown", "not shut down"},
};

constexpr string_view kAtomicBoolean = "Ljava/util/concurrent/atomic/AtomicBoolean;";

bool Passes(const Inspector& inspector, int64_t value) {
  switch (inspector.test) {
    case Test::kInRange:
      return value >= inspector.low && value <= inspector.high;
    case Test::kAnyBit:
      return (value & inspector.low) != 0;
    case Test::kNoBit:
      return (value & inspector.low) == 0;
  }
  return false;
}

bool IsInstance(const HeapGraph& graph, NodeId node, string_view class_name) {
  for (ClassId id = graph.class_of(node); id.valid(); id = graph.java_class(id).super) {
    if (graph.java_class(id).name == class_name) return true;
  }
  return false;
}

// "Session.closed = true": a field of that name which is not a flag says nothing.
std::optional<Inspection> InspectFlag(const HeapGraph& graph, NodeId node, const EndFlag& flag,
                                      int64_t value) {
  const ClassId of_object = graph.class_of(node);
  const std::optional<uint32_t> index = graph.FieldIndex(of_object, flag.field);
  if (!index) return std::nullopt;
  const FieldRef field = graph.FieldAt(of_object, *index);
  const string_view wanted = flag.path == flag.field ? string_view("Z") : kAtomicBoolean;
  if (field.field == nullptr || field.field->is_static || field.field->signature != wanted) {
    return std::nullopt;
  }
  string_view owner = graph.java_class(field.declaring).name;
  owner.remove_prefix(owner.find_last_of(".$") + 1);
  if (value != 0) return Inspection{kGone, absl::StrCat(owner, ".", flag.field, " = true")};
  return Inspection{kOpen, absl::StrCat(flag.not_yet, ": ", owner, ".", flag.field, " = false")};
}

std::vector<InspectedField> ListFields() {
  std::vector<InspectedField> fields;
  for (const Inspector& inspector : kInspectors) {
    auto is_same = [&](const InspectedField& field) {
      return field.class_name == inspector.class_name && field.path == inspector.path;
    };
    if (std::ranges::none_of(fields, is_same)) {
      fields.push_back({inspector.class_name, inspector.path});
    }
  }
  for (const EndFlag& flag : kEndFlags) fields.push_back({"*", flag.path});
  return fields;
}

}  // namespace

std::span<const InspectedField> InspectedFields() {
  static const std::vector<InspectedField> fields = ListFields();
  return fields;
}

std::vector<Inspection> InspectValues(const HeapGraph& graph, NodeId node) {
  std::vector<Inspection> inspections;
  for (const KnownValue& known : graph.known_values(node)) {
    for (const Inspector& inspector : kInspectors) {
      if (inspector.path != known.name || !Passes(inspector, known.value)) continue;
      if (!IsInstance(graph, node, inspector.class_name)) continue;
      inspections.push_back({inspector.status, std::string(inspector.reason)});
    }
    for (const EndFlag& flag : kEndFlags) {
      if (flag.path != known.name) continue;
      if (auto said = InspectFlag(graph, node, flag, known.value)) inspections.push_back(*said);
    }
  }
  return inspections;
}

}  // namespace taproot
