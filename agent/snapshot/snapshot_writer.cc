#include <algorithm>
#include <limits>

#include "snapshot/encoder.h"
#include "snapshot/format.h"
#include "snapshot/section_writer.h"
#include "taproot/snapshot.h"

namespace taproot {
namespace {

using snapshot::ArraySize;
using snapshot::ElementWriter;
using snapshot::OddSize;
using snapshot::Section;
using snapshot::SectionWriter;

// All instances of a class other than an array have one size, but for class objects and a few that
// the VM makes. So a size is written once for a class, and for a node only where it differs.
class SizesWriter {
 public:
  SizesWriter(const HeapGraph& graph, SectionWriter& writer)
      : graph_(graph), writer_(writer), class_words_(graph.classes().size(), kNoInstance) {}

  void Write() {
    ForEachNode([&](NodeId node, bool is_array) {
      uint32_t& words = class_words_[graph_.class_of(node).value];
      if (!is_array && words == kNoInstance) words = Words(node);
    });
    std::ranges::replace(class_words_, kNoInstance, 0u);
    writer_.AddColumn<uint32_t>(Section::kClassSizes, class_words_);
    Write<ArraySize>(Section::kArraySizes, [&](NodeId node, bool is_array, auto& sizes) {
      if (is_array) sizes.Add({.words = Words(node), .length = graph_.array_length(node)});
    });
    Write<OddSize>(Section::kOddSizes, [&](NodeId node, bool is_array, auto& sizes) {
      const uint32_t length = graph_.array_length(node);
      if (is_array) return;
      if (Words(node) == class_words_[graph_.class_of(node).value] && length == 0) return;
      sizes.Add({.node = node, .words = Words(node), .length = length});
    });
  }

 private:
  static constexpr uint32_t kNoInstance = std::numeric_limits<uint32_t>::max();

  uint32_t Words(NodeId node) const { return graph_.rows().size_in_words[node.value]; }

  template <typename Visit>
  void ForEachNode(Visit&& visit) const {
    for (uint32_t i = 0; i < graph_.node_count(); ++i) {
      const NodeId node{i};
      visit(node, graph_.java_class(node).is_array);
    }
  }

  template <typename Size, typename Visit>
  void Write(Section section, Visit&& visit) {
    writer_.Begin(section);
    ElementWriter<Size> sizes(writer_);
    ForEachNode([&](NodeId node, bool is_array) { visit(node, is_array, sizes); });
    sizes.Flush();
    writer_.End();
  }

  const HeapGraph& graph_;
  SectionWriter& writer_;
  std::vector<uint32_t> class_words_;
};

void WriteRecords(const HeapGraph& graph, SectionWriter& writer) {
  writer.AddRecords(Section::kCapture, graph.vm(), graph.capture());
  writer.AddRecords(Section::kClasses, graph.classes());
  writer.AddRecords(Section::kMethods, graph.methods());
  writer.AddRecords(Section::kThreads, graph.threads());
  writer.AddRecords(Section::kRoots, graph.roots());
  writer.AddRecords(Section::kFrameLocals, graph.frame_locals());
  writer.AddRecords(Section::kWatched, graph.watched());
  writer.AddRecords(Section::kNativeBytes, graph.native_bytes());
  writer.AddRecords(Section::kTexts, graph.texts(), graph.known_values());
}

template <typename T>
void WriteColumn(Section section, const FrozenArray<T>& column, SectionWriter& writer) {
  writer.AddColumn<T>(section, column);
}

}  // namespace

absl::StatusOr<uint64_t> WriteSnapshot(const HeapGraph& graph, const std::string& path,
                                       Progress* progress) {
  const HeapGraph::Rows& rows = graph.rows();
  SectionWriter writer(path, graph.memory_bytes(), progress);
  WriteRecords(graph, writer);
  WriteColumn(Section::kNodeClasses, rows.class_of, writer);
  SizesWriter(graph, writer).Write();
  WriteColumn(Section::kRows, rows.first, writer);
  WriteColumn(Section::kTargets, rows.targets, writer);
  WriteColumn(Section::kSlots, rows.slots, writer);
  WriteColumn(Section::kContents, graph.contents().arrays, writer);
  writer.AddRecords(Section::kPreviews, graph.contents().previews);
  return writer.Finish(graph.node_count(), graph.reference_count());
}

}  // namespace taproot
