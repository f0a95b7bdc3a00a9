#include "tools/engines_agree.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "taproot/node_set.h"
#include "tools/colours.h"
#include "tools/graph_words.h"

namespace taproot::test {
namespace {

// What a name stands for; none if it stands for several.
using Named = std::map<std::string, std::optional<NodeId>>;

void Name(Named& named, std::string name, NodeId node) {
  const auto [at, is_new] = named.emplace(std::move(name), node);
  if (!is_new && at->second != node) at->second.reset();
}

struct Count {
  uint64_t instances = 0;
  uint64_t bytes = 0;
  friend bool operator==(const Count&, const Count&) = default;
};

class Comparison {
 public:
  Comparison(const HeapGraph& a, const HeapGraph& b, const Scene& scene, Differences* differences)
      : a_(a), b_(b), scene_(scene), differences_(*differences), walk_(a, b, scene, differences) {}

  void Run() {
    CompareVms();
    PairByName([&](const HeapGraph& graph, Named& named) { NameMirrors(graph, named); });
    PairByName([&](const HeapGraph& graph, Named& named) { NameThreads(graph, named); });
    PairByName([&](const HeapGraph& graph, Named& named) { NameFrames(graph, named); });
    walk_.Run();
    CompareClassNames();
    CompareThreads();
    CompareRoots();
    CompareCounts();
    if (scene_.everything) {
      // What native code and the VM hold has no name but what it looks like.
      PairByName([&](const HeapGraph& graph, Named& named) { NameOthers(graph, named); });
      walk_.Run();
      FindWhatOnlyTheTestedReaches();
    }
    differences_.Allow("pairs of objects", absl::StrCat(walk_.pairs(), " of ", a_.node_count(),
                                                        " and ", b_.node_count()));
  }

 private:
  template <typename NameAll>
  void PairByName(NameAll&& name_all) {
    Named of_a;
    Named of_b;
    name_all(a_, of_a);
    name_all(b_, of_b);
    for (const auto& [name, node] : of_a) {
      if (!node) continue;
      const auto at = of_b.find(name);
      if (at != of_b.end() && at->second) walk_.Pair(*node, *at->second, name);
    }
  }

  void CompareClassNames() {
    Named of_a;
    Named of_b;
    NameMirrors(a_, of_a);
    NameMirrors(b_, of_b);
    for (const auto& [name, node] : of_a) {
      if (!of_b.contains(name)) differences_.Add("class missing", name);
    }
  }

  void NameMirrors(const HeapGraph& graph, Named& named) const {
    for (const JavaClass& java_class : graph.classes()) {
      if (!java_class.is_builtin() || !java_class.mirror.valid()) continue;
      if (!walk_.InScene(java_class.name)) continue;
      Name(named, absl::StrCat("class ", java_class.name, " of ", java_class.loader_name),
           java_class.mirror);
    }
  }

  void NameThreads(const HeapGraph& graph, Named& named) const {
    for (const JavaThread& thread : graph.threads()) {
      if (!thread.node.valid() || !walk_.IsSceneThread(thread.name)) continue;
      Name(named, absl::StrCat("thread ", thread.tid), thread.node);
    }
  }

  void NameFrames(const HeapGraph& graph, Named& named) const {
    for (const Root& root : graph.roots()) {
      if (root.kind == RootKind::kStackLocal && IsOfTheScene(graph, root)) {
        Name(named, DescribeRoot(graph, root), root.node);
      }
    }
  }

  void NameOthers(const HeapGraph& graph, Named& named) const {
    const std::vector<uint64_t> colours = Colour(graph);
    for (const Root& root : graph.roots()) {
      if (RankOf(root.kind) == RootRank::kProgram) continue;
      Name(named,
           absl::StrCat(DescribeRoot(graph, root), " ", NameOf(graph, root.node), " ",
                        colours[root.node.value]),
           root.node);
    }
  }

  bool IsOfTheScene(const HeapGraph& graph, const Root& root) const {
    if (scene_.everything) return true;
    return root.thread.valid() && walk_.IsSceneThread(graph.thread(root.thread).name);
  }

  void CompareVms() {
    auto differs = [&](std::string_view what, const auto& a, const auto& b) {
      if (a != b) differences_.Add(absl::StrCat("VM: ", what), absl::StrCat(a, ", ", b));
    };
    const VmInfo& a = a_.vm();
    const VmInfo& b = b_.vm();
    differs("name", a.name, b.name);
    differs("version", a.version, b.version);
    differs("Java version", a.java_version, b.java_version);
    differs("feature version", a.feature_version, b.feature_version);
    differs("collector", a.collector, b.collector);
    differs("main class", a.main_class, b.main_class);
    differs("process", a.pid, b.pid);
    differs("largest heap", a.heap_max, b.heap_max);
  }

  void CompareTexts(std::string_view kind, std::map<std::string, int64_t>& surplus) {
    for (const auto& [text, count] : surplus) {
      if (count > 0) differences_.Add(absl::StrCat(kind, " missing"), text);
      if (count < 0) differences_.Add(absl::StrCat(kind, " too many"), text);
    }
  }

  void CompareThreads() {
    std::map<std::string, int64_t> surplus;
    auto count = [&](const HeapGraph& graph, int64_t sign) {
      for (const JavaThread& thread : graph.threads()) {
        if (!walk_.IsSceneThread(thread.name)) continue;
        surplus[absl::StrCat(thread.name, " tid ", thread.tid, thread.is_daemon ? " daemon" : "",
                             thread.is_virtual ? " virtual" : "", thread.is_agent ? " agent" : "",
                             thread.node.valid() ? "" : " without its object")] += sign;
      }
    };
    count(a_, 1);
    count(b_, -1);
    CompareTexts("thread", surplus);
  }

  void CompareRoots() {
    std::map<std::string, int64_t> surplus;
    auto count = [&](const HeapGraph& graph, int64_t sign) {
      for (const Root& root : graph.roots()) {
        // Those of classes follow from the classes.
        if (root.kind == RootKind::kStaticField || root.kind == RootKind::kSystemClass) continue;
        if (!IsOfTheScene(graph, root)) continue;
        surplus[absl::StrCat(DescribeRoot(graph, root), " -> ", NameOf(graph, root.node))] += sign;
      }
    };
    count(a_, 1);
    count(b_, -1);
    CompareTexts("root", surplus);
  }

  void CompareCounts() {
    std::map<std::string, std::pair<Count, Count>> counts;
    auto count = [&](const HeapGraph& graph, Count std::pair<Count, Count>::*of) {
      for (uint32_t i = 0; i < graph.node_count(); ++i) {
        const JavaClass& java_class = graph.java_class(NodeId(i));
        Count& row = counts[absl::StrCat(java_class.name, " of ", java_class.loader_name)].*of;
        ++row.instances;
        row.bytes += graph.shallow_size(NodeId(i));
      }
    };
    count(a_, &std::pair<Count, Count>::first);
    count(b_, &std::pair<Count, Count>::second);
    for (const auto& [name, of] : counts) {
      const auto& [a, b] = of;
      const std::string row = absl::StrCat(name, ": ", a.instances, " of ", a.bytes, " bytes, ",
                                           b.instances, " of ", b.bytes, " bytes");
      const bool must_agree = !scene_.everything && walk_.InScene(name);
      const bool has_less = b.instances < a.instances || b.bytes < a.bytes;
      if (must_agree ? a != b : scene_.everything && has_less) {
        differences_.Add("instances of a class", row);
      } else if (scene_.everything && a != b) {
        differences_.Allow("more instances of a class", row);
      }
    }
  }

  // Without the references that only the tested engine sees, it must not reach more.
  void FindWhatOnlyTheTestedReaches() {
    NodeSet reached(b_.node_count());
    std::vector<NodeId> queue;
    auto reach = [&](NodeId node) {
      if (node.valid() && reached.Insert(node)) queue.push_back(node);
    };
    for (const Root& root : b_.roots()) {
      if (walk_.IsPaired(root.node)) reach(root.node);
    }
    while (!queue.empty()) {
      const NodeId node = queue.back();
      queue.pop_back();
      if (!walk_.IsPaired(node)) {
        differences_.Add("object too many", NameOf(b_, node));
        continue;
      }
      b_.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
        if (slot.kind() == ReferenceKind::kFrameLocal || walk_.IsExtra(node, slot)) return;
        reach(target);
      });
    }
    for (uint32_t i = 0; i < a_.node_count(); ++i) {
      if (!walk_.PartnerOf(NodeId(i)).valid()) {
        differences_.Allow("object without a partner", NameOf(a_, NodeId(i)));
      }
    }
  }

  const HeapGraph& a_;
  const HeapGraph& b_;
  const Scene& scene_;
  Differences& differences_;
  PairWalk walk_;
};

}  // namespace

void CompareEngines(const HeapGraph& reference, const HeapGraph& tested, const Scene& scene,
                    Differences* differences) {
  Comparison(reference, tested, scene, differences).Run();
}

}  // namespace taproot::test
