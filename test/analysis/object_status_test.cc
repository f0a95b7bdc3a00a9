#include "taproot/object_status.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analysis/inspectors.h"
#include "graph/heap_graph_builder.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::TestHeap;

// A chain of objects from a static field of an application class, and one of the class's mirror:
//
//   KEEP -> first -f-> ... -f-> last
class Chain {
 public:
  explicit Chain(const std::vector<std::string_view>& classes) {
    heap_.AddClass("com.acme.Plain", "java.lang.Object", {"Object f"});
    heap_.AddClass("com.acme.Session", "java.lang.Object", {"Object f", "boolean closed"});
    heap_.AddClass("com.acme.Counted", "java.lang.Object", {"Object f", "int closed"});
    heap_.AddClass("com.acme.Worker", "java.lang.Thread", {"Object f"});
    heap_.AddClass("com.acme.Main", "java.lang.Object", {"static Object KEEP"});
    NodeId before = heap_.AddMirror(heap_.Class("com.acme.Main"));
    for (std::string_view name : classes) {
      const NodeId node = heap_.New(name, 24);
      heap_.Set(before, nodes_.empty() ? "KEEP" : "f", node);
      nodes_.push_back(node);
      before = node;
    }
  }

  TestHeap& heap() { return heap_; }
  NodeId operator[](size_t at) const { return nodes_[at]; }
  void Know(size_t at, std::string name, int64_t value) {
    known_.push_back({nodes_[at], {std::move(name), value}});
  }

  // "leaking: why@2, unknown: ...; suspects 1-2", steps from 0.
  std::string Judge() {
    HeapGraph graph = std::move(heap_).Build();
    for (const auto& [node, value] : known_) HeapGraphBuilder::AddKnownValue(graph, node, value);
    const std::vector<NodeId> target = {nodes_.back()};
    const RootPath path = FindRootPaths(graph, target, {})[0].value();
    status_ = PathJudge(graph).Judge(path);
    std::string text;
    for (const StatusMark& mark : status_.marks) {
      absl::StrAppend(&text, Word(mark.status), mark.overruled ? " (overruled): " : ": ",
                      mark.reason, "@", mark.step, "; ");
    }
    return absl::StrCat(text, "suspects ", status_.first_suspect, "-", status_.last_suspect);
  }
  const PathStatus& status() const { return status_; }

 private:
  static std::string_view Word(ObjectStatus status) {
    return status == ObjectStatus::kLeaking      ? "leaking"
           : status == ObjectStatus::kNotLeaking ? "not leaking"
                                                 : "unknown";
  }

  TestHeap heap_;
  std::vector<NodeId> nodes_;
  std::vector<std::pair<NodeId, KnownValue>> known_;
  PathStatus status_;
};

TEST_CASE("without a word on any object all references are suspects", "[analysis][status]") {
  Chain chain({"com.acme.Plain", "com.acme.Plain", "com.acme.Plain"});
  CHECK(chain.Judge() == "suspects 0-2");
  CHECK(chain.status().StatusOf(0) == ObjectStatus::kUnknown);
  CHECK(chain.status().StatusOf(2) == ObjectStatus::kLeaking);
  CHECK(chain.status().IsSuspect(0));
}

TEST_CASE("suspects lie between the last that should live and the first that should be gone",
          "[analysis][status]") {
  Chain chain({"com.acme.Plain", "com.acme.Worker", "com.acme.Plain", "com.acme.Session",
               "com.acme.Plain"});
  chain.heap().builder().AddRoot({.kind = RootKind::kThread, .node = chain[1]});
  // The thread is a root: the path begins there.
  chain.Know(3, "closed", 1);
  CHECK(chain.Judge() ==
        "not leaking: thread is running@0; leaking: Session.closed = true@2; suspects 1-2");
  CHECK(chain.status().StatusOf(0) == ObjectStatus::kNotLeaking);
  CHECK(chain.status().StatusOf(1) == ObjectStatus::kUnknown);
  CHECK(chain.status().StatusOf(2) == ObjectStatus::kLeaking);
  CHECK(chain.status().StatusOf(3) == ObjectStatus::kLeaking);
  CHECK_FALSE(chain.status().IsSuspect(3));
}

TEST_CASE("what should live overrules what should be gone above it", "[analysis][status]") {
  Chain chain({"com.acme.Session", "com.acme.Worker", "com.acme.Plain"});
  chain.Know(0, "closed", 1);
  chain.Know(1, "threadState", 5);
  CHECK(chain.Judge() ==
        "leaking (overruled): Session.closed = true@0; not leaking: thread is running@1; "
        "suspects 2-2");
}

TEST_CASE("the object that is watched should be gone, whatever is known of it",
          "[analysis][status]") {
  Chain chain({"com.acme.Plain", "com.acme.Worker"});
  chain.Know(1, "threadState", 5);
  CHECK(chain.Judge() == "not leaking (overruled): thread is running@1; suspects 0-1");
}

TEST_CASE("false proves nothing, and a field that is no flag says nothing", "[analysis][status]") {
  Chain chain({"com.acme.Session", "com.acme.Counted", "com.acme.Plain"});
  chain.Know(0, "closed", 0);
  chain.Know(1, "closed", 17);
  CHECK(chain.Judge() == "unknown: not closed: Session.closed = false@0; suspects 0-2");
}

TEST_CASE("classes and loaders of the JDK stay, those that can go may leak", "[analysis][status]") {
  test::GraphLiteral g(R"(
    class com.acme.W by loader
    class com.acme.App
    (static Main.KEEP) -> w
    w : com.acme.W
    (system) -> App.class
    App.class -> holder; holder -> x
  )");
  const HeapGraph& graph = g.graph();
  auto judge = [&](std::string_view name) {
    const std::vector<NodeId> target = {g[name]};
    return PathJudge(graph).Judge(FindRootPaths(graph, target, {})[0].value());
  };
  // KEEP -> w -> W.class -> loader
  const PathStatus loader = judge("loader");
  CHECK(loader.marks.empty());
  CHECK(loader.first_suspect == 0);
  CHECK(loader.last_suspect == 2);
}

struct Sample {
  std::string_view class_name;
  std::string_view path;
  int64_t value;
  ObjectStatus status;
  std::string_view reason;
};

TEST_CASE("the state of known classes is read from their values", "[analysis][status]") {
  constexpr int64_t kRunning = -(int64_t{1} << 29) + 3;  // three workers
  const Sample samples[] = {
      {"java.lang.Thread", "threadState", 2, ObjectStatus::kLeaking, "thread is terminated"},
      {"java.lang.Thread", "threadState", 0, ObjectStatus::kUnknown, "thread was never started"},
      {"java.util.concurrent.ThreadPoolExecutor", "ctl.value", 0, ObjectStatus::kLeaking,
       "executor is shut down"},
      {"java.util.concurrent.ThreadPoolExecutor", "ctl.value", 3 << 29, ObjectStatus::kLeaking,
       "executor is shut down"},
      {"java.util.concurrent.ThreadPoolExecutor", "ctl.value", kRunning, ObjectStatus::kUnknown,
       "executor is not shut down"},
      {"java.util.concurrent.ForkJoinPool", "mode", 1 << 24, ObjectStatus::kLeaking,
       "pool is shut down"},
      {"java.util.concurrent.ForkJoinPool", "mode", INT32_MIN, ObjectStatus::kLeaking,
       "pool is shut down"},
      {"java.util.concurrent.ForkJoinPool", "runState", 2, ObjectStatus::kLeaking,
       "pool is shut down"},
      {"java.net.Socket", "state", 8 | 4, ObjectStatus::kLeaking, "socket is closed"},
      {"java.net.Socket", "state", 4, ObjectStatus::kUnknown, "socket is not closed"},
      {"java.util.concurrent.FutureTask", "state", 4, ObjectStatus::kLeaking, "task is cancelled"},
      {"java.util.TimerTask", "state", 3, ObjectStatus::kLeaking, "timer task is cancelled"},
      {"org.apache.catalina.loader.WebappClassLoaderBase", "state.ordinal", 8,
       ObjectStatus::kLeaking, "web application is stopped"},
      {"org.apache.catalina.loader.WebappClassLoaderBase", "state.ordinal", 5,
       ObjectStatus::kNotLeaking, "web application is running"}};
  for (const Sample& sample : samples) {
    CAPTURE(sample.class_name, sample.path, sample.value);
    TestHeap heap;
    if (sample.class_name != "java.lang.Thread") heap.AddClass(sample.class_name);
    heap.AddClass("com.acme.Own", sample.class_name);
    const NodeId node = heap.New("com.acme.Own", 16);
    HeapGraph graph = std::move(heap).Build();
    HeapGraphBuilder::AddKnownValue(graph, node, {std::string(sample.path), sample.value});
    const std::vector<Inspection> said = InspectValues(graph, node);
    REQUIRE(said.size() == 1);
    CHECK(said[0].status == sample.status);
    CHECK(said[0].reason == sample.reason);
  }
}

TEST_CASE("a value of the same name in another class says nothing", "[analysis][status]") {
  TestHeap heap;
  const NodeId node = heap.New("java.lang.Object", 16);
  HeapGraph graph = std::move(heap).Build();
  HeapGraphBuilder::AddKnownValue(graph, node, {"state", 8});
  HeapGraphBuilder::AddKnownValue(graph, node, {"ctl.value", 0});
  HeapGraphBuilder::AddKnownValue(graph, node, {"closed", 1});
  CHECK(InspectValues(graph, node).empty());
}

TEST_CASE("each inspected field is listed once", "[analysis][status]") {
  std::vector<std::string> seen;
  for (const InspectedField& field : InspectedFields()) {
    std::string text = absl::StrCat(field.class_name, " ", field.path);
    CHECK(std::ranges::find(seen, text) == seen.end());
    seen.push_back(std::move(text));
  }
  CHECK(seen.size() > 20);
}

}  // namespace
}  // namespace taproot
