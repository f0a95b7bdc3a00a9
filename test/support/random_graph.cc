#include "support/random_graph.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/test_heap.h"

namespace taproot::test {
namespace {

constexpr int kCustomClasses = 3;

class Maker {
 public:
  explicit Maker(uint64_t seed) : random_(seed), shape_(static_cast<uint32_t>(seed % 8)) {}

  HeapGraph Make() && {
    AddClasses();
    const uint32_t count = 1 + random_.Below(40);
    for (uint32_t i = 0; i < count; ++i) AddObject();
    AddMirrors();
    AddEdges();
    AddRoots();
    return std::move(heap_).Build();
  }

 private:
  void AddClasses() {
    heap_.AddClass("com.acme.Node", "java.lang.Object", {"int id", "Node left", "Node right"});
    heap_.AddClass("com.acme.Loader", "java.lang.ClassLoader");
    heap_.AddClass("com.acme.Worker", "java.lang.Thread");
    heap_.AddClass("com.acme.Main", "java.lang.Object",
                   {"static Object KEEP", "static Object LAST", "static Object CACHE"});
    for (int i = 0; i < kCustomClasses; ++i) {
      heap_.AddClass(absl::StrCat("com.acme.Plugin", i), "com.acme.Node");
    }
    // Told apart from java.lang.Thread by its loader alone.
    heap_.AddClass("java.lang.Thread");
    heap_.builder().java_class(heap_.Class("java.lang.Thread")).loader_kind = LoaderKind::kCustom;
  }

  void AddObject() {
    static constexpr std::string_view kClasses[] = {"com.acme.Node",
                                                    "com.acme.Node",
                                                    "com.acme.Node",
                                                    "java.lang.Object[]",
                                                    "com.acme.Plugin0",
                                                    "com.acme.Plugin1",
                                                    "com.acme.Loader",
                                                    "com.acme.Worker",
                                                    "java.lang.Thread",
                                                    "java.lang.ref.SoftReference",
                                                    "java.lang.ref.WeakReference",
                                                    "java.lang.ref.FinalReference",
                                                    "java.lang.ref.PhantomReference"};
    const std::string_view name = kClasses[random_.Below(std::size(kClasses))];
    const NodeId node = heap_.New(name, 8u * (2 + random_.Below(6)));
    nodes_.push_back(node);
    class_names_.push_back(name);
    if (random_.OneIn(12)) heap_.builder().AddNativeBytes(node, 1 + random_.Below(1000));
  }

  // One of the custom classes is left without.
  void AddMirrors() {
    auto add = [&](std::string_view name, NodeId loader) {
      nodes_.push_back(heap_.AddMirror(heap_.Class(name), loader));
      class_names_.push_back("java.lang.Class");
    };
    const auto objects = static_cast<uint32_t>(nodes_.size());
    for (int i = 0; i + 1 < kCustomClasses; ++i) {
      add(absl::StrCat("com.acme.Plugin", i), nodes_[random_.Below(objects)]);
    }
    if (random_.OneIn(2)) add("com.acme.Main", NodeId());
  }

  void AddEdges() {
    const auto count = static_cast<uint32_t>(nodes_.size());
    static constexpr uint32_t kEdgesPerTenNodes[] = {15, 40, 3, 4, 20, 6, 12, 5};
    switch (shape_) {
      case 2:  // a tree
        for (uint32_t i = 1; i < count; ++i) AddEdge(random_.Below(i), i);
        break;
      case 3:  // a chain
        for (uint32_t i = 1; i < count; ++i) AddEdge(i - 1, i);
        break;
      case 5:  // rings of up to seven
        for (uint32_t i = 0; i < count; ++i) {
          AddEdge(i, i % 7 == 6 || i + 1 == count ? i - i % 7 : i + 1);
        }
        break;
      case 6:  // everything hangs on a few hubs
        for (uint32_t i = 0; i < count; ++i) AddEdge(random_.Below(1 + count / 10), i);
        break;
      default:
        break;
    }
    for (uint32_t i = 0; i < count * kEdgesPerTenNodes[shape_] / 10; ++i) {
      uint32_t from = random_.Below(count);
      uint32_t to = random_.Below(count);
      if (shape_ == 4 && from > to) std::swap(from, to);  // layers
      if (shape_ == 7) to = from - from % 5 + to % 5;     // islands
      if (to < count) AddEdge(from, to);
    }
  }

  void AddEdge(uint32_t from, uint32_t to) {
    heap_.builder().AddReference(nodes_[from], nodes_[to], DrawSlot(class_names_[from]));
  }

  ReferenceSlot DrawSlot(std::string_view class_name) {
    const uint32_t index = random_.Below(3);
    if (class_name == "java.lang.Object[]") return ElementSlot(random_.Below(1000));
    if (class_name == "java.lang.Class") {
      static constexpr ReferenceKind kKinds[] = {
          ReferenceKind::kStaticField, ReferenceKind::kMirrorField, ReferenceKind::kSuperclass,
          ReferenceKind::kConstantPool};
      return {kKinds[random_.Below(std::size(kKinds))], index};
    }
    if (class_name == "com.acme.Worker" && random_.OneIn(2)) {
      return {random_.OneIn(3) ? ReferenceKind::kStackWord : ReferenceKind::kFrameLocal, index};
    }
    // Of a java.lang.ref.Reference: 1 is `referent`, 4 `discovered`, 5 a field of its own.
    if (class_name.starts_with("java.lang.ref")) {
      static constexpr uint32_t kFields[] = {1, 1, 1, 2, 4, 5};
      return FieldSlot(kFields[random_.Below(std::size(kFields))]);
    }
    return FieldSlot(index);
  }

  void AddRoots() {
    const uint32_t count = random_.Below(5);
    for (uint32_t i = 0; i < count; ++i) {
      Root root;
      root.kind = static_cast<RootKind>(1 + random_.Below(8));
      // Well-ranked roots are rare, or nothing would ever be left to the others.
      if (RankOf(root.kind) == RootRank::kProgram && random_.OneIn(2)) {
        root.kind = RootKind::kStackLocal;
      }
      root.node = nodes_[random_.Below(static_cast<uint32_t>(nodes_.size()))];
      if (root.kind == RootKind::kStaticField) {
        root.klass = heap_.Class("com.acme.Main");
        root.field = random_.Below(3);
      }
      heap_.builder().AddRoot(root);
    }
  }

  Random random_;
  const uint32_t shape_;
  TestHeap heap_;
  std::vector<NodeId> nodes_;
  std::vector<std::string_view> class_names_;
};

}  // namespace

HeapGraph RandomGraph(uint64_t seed) { return Maker(seed).Make(); }

NodeId RandomNode(const HeapGraph& graph, Random& random) {
  return NodeId(random.Below(graph.node_count()));
}

}  // namespace taproot::test
