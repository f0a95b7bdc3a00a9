#include "snapshot/snapshot_reader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "files/file_bytes.h"
#include "graph/heap_graph_builder.h"
#include "snapshot/format.h"
#include "taproot/snapshot.h"

namespace taproot {
namespace snapshot {
namespace {

using Texts = std::vector<std::pair<NodeId, std::string>>;
using KnownValues = std::vector<std::pair<NodeId, std::vector<KnownValue>>>;

// Of one node: far more than anybody reads, and adding one costs a look at all before it.
constexpr size_t kMostKnownValues = 1000;

// Reads section after section into a HeapGraphBuilder, which checks what belongs to every graph:
// that ids lie within their tables and rows fit together. Only what it takes for granted is checked
// here.
class GraphReader {
 public:
  explicit GraphReader(const SectionReader& sections) : sections_(sections) {}

  absl::StatusOr<HeapGraph> Read() {
    builder_.SetRootsOfClasses(false);  // they are among the roots
    for (auto step :
         {&GraphReader::ReadCapture, &GraphReader::ReadClasses, &GraphReader::ReadMethods,
          &GraphReader::ReadThreads, &GraphReader::ReadRoots, &GraphReader::ReadFrameLocals,
          &GraphReader::ReadWatched, &GraphReader::ReadNativeBytes, &GraphReader::ReadRows,
          &GraphReader::ReadContents, &GraphReader::ReadTexts}) {
      if (absl::Status s = (this->*step)(); !s.ok()) return s;
    }
    absl::StatusOr<HeapGraph> graph = std::move(builder_).Build();
    if (!graph.ok()) {
      return absl::DataLossError(absl::StrCat("is damaged: ", graph.status().message()));
    }
    for (auto& [node, text] : texts_) HeapGraphBuilder::AddText(*graph, node, std::move(text));
    for (auto& [node, values] : known_values_) {
      for (KnownValue& value : values) {
        HeapGraphBuilder::AddKnownValue(*graph, node, std::move(value));
      }
    }
    return graph;
  }

 private:
  absl::Status ReadCapture() {
    VmInfo2 vm;
    CaptureInfo1 capture;
    absl::Status status;
    switch (sections_.version()) {
      case 1:
        status = sections_.ReadRecords(Section::kCapture, vm, capture);
        break;
      case 2:
        status = sections_.ReadRecords(Section::kCapture, vm, capture.info);
        break;
      default:
        status = sections_.ReadRecords(Section::kCapture, vm.info, capture.info);
    }
    builder_.SetVm(std::move(vm.info));
    builder_.SetCapture(std::move(capture.info));
    return status;
  }

  absl::Status ReadClasses() {
    std::vector<JavaClass> classes;
    if (absl::Status s = sections_.ReadRecords(Section::kClasses, classes); !s.ok()) return s;
    for (size_t i = 0; i < classes.size(); ++i) {
      if (classes[i].super.valid() && classes[i].super.value >= i) {
        return Damaged(Section::kClasses, "has a class before its superclass");
      }
      is_array_.push_back(classes[i].is_array);
      builder_.AddClass(std::move(classes[i]));
    }
    return absl::OkStatus();
  }

  template <typename Record, typename Add>
  absl::Status ReadEach(Section section, Add&& add) {
    std::vector<Record> records;
    absl::Status status = sections_.ReadRecords(section, records);
    for (Record& record : records) add(record);
    return status;
  }

  absl::Status ReadMethods() {
    return ReadEach<JavaMethod>(Section::kMethods,
                                [&](JavaMethod& method) { builder_.AddMethod(std::move(method)); });
  }

  absl::Status ReadThreads() {
    return ReadEach<JavaThread>(Section::kThreads,
                                [&](JavaThread& thread) { builder_.AddThread(std::move(thread)); });
  }

  absl::Status ReadRoots() {
    std::vector<Root> roots;
    absl::Status status = sections_.ReadRecords(Section::kRoots, roots);
    for (const Root& root : roots) {
      if (root.kind == RootKind::kStaticField && !root.klass.valid()) {
        return Damaged(Section::kRoots, "has a static field of no class");
      }
      builder_.AddRoot(root);
    }
    return status;
  }

  absl::Status ReadFrameLocals() {
    return ReadEach<FrameLocal>(Section::kFrameLocals,
                                [&](FrameLocal& local) { builder_.AddFrameLocal(local); });
  }

  absl::Status ReadWatched() {
    return ReadEach<WatchedObject>(
        Section::kWatched, [&](WatchedObject& object) { builder_.AddWatched(std::move(object)); });
  }

  absl::Status ReadNativeBytes() {
    return ReadEach<std::pair<NodeId, uint64_t>>(Section::kNativeBytes, [&](auto& owner) {
      builder_.AddNativeBytes(owner.first, owner.second);
    });
  }

  absl::Status ReadRows();
  absl::Status ReadSizes(const FrozenArray<ClassId>& class_of);
  absl::Status ReadOddSizes(const FrozenArray<ClassId>& class_of);
  absl::Status ReadContents();
  absl::Status ReadTexts();

  const SectionReader& sections_;
  HeapGraphBuilder builder_;
  std::vector<uint8_t> is_array_;  // by class
  std::vector<uint32_t> words_;    // by node
  std::vector<uint32_t> lengths_;  // by node
  Texts texts_;
  KnownValues known_values_;
};

absl::Status GraphReader::ReadRows() {
  const uint64_t nodes = sections_.nodes();
  const uint64_t references = sections_.references();
  auto class_of = sections_.Column<ClassId>(Section::kNodeClasses, nodes);
  auto first = sections_.Column<uint32_t>(Section::kRows, nodes + 1);
  auto targets = sections_.Column<NodeId>(Section::kTargets, references);
  auto slots = sections_.Column<ReferenceSlot>(Section::kSlots, references);
  for (const absl::Status& s :
       {class_of.status(), first.status(), targets.status(), slots.status()}) {
    if (!s.ok()) return s;
  }
  if (nodes >= NodeId::kNone) return Damaged(Section::kNodeClasses, "has too many nodes");
  // Whatever the bits of a slot, they are those of a kind.
  static_assert(static_cast<uint32_t>(ReferenceKind::kStackWord) ==
                (std::numeric_limits<uint32_t>::max() >> 1 >> ReferenceSlot::kIndexBits));
  if (absl::Status s = ReadSizes(*class_of); !s.ok()) return s;
  builder_.AdoptRows(HeapGraph::Rows{.class_of = *std::move(class_of),
                                     .size_in_words = std::move(words_),
                                     .array_length = std::move(lengths_),
                                     .first = *std::move(first),
                                     .targets = *std::move(targets),
                                     .slots = *std::move(slots)});
  return absl::OkStatus();
}

absl::Status GraphReader::ReadSizes(const FrozenArray<ClassId>& class_of) {
  auto of_classes = sections_.Column<uint32_t>(Section::kClassSizes, is_array_.size());
  auto of_arrays = sections_.Column<ArraySize>(Section::kArraySizes);
  if (!of_classes.ok()) return of_classes.status();
  if (!of_arrays.ok()) return of_arrays.status();
  words_.resize(class_of.size());
  lengths_.resize(class_of.size());
  size_t arrays = 0;
  for (size_t i = 0; i < class_of.size(); ++i) {
    const uint32_t id = class_of[i].value;
    if (id >= is_array_.size()) return Damaged(Section::kNodeClasses, "names a class out of range");
    if (is_array_[id] == 0) {
      words_[i] = (*of_classes)[id];
    } else if (arrays < of_arrays->size()) {
      words_[i] = (*of_arrays)[arrays].words;
      lengths_[i] = (*of_arrays)[arrays++].length;
    } else {
      return Damaged(Section::kArraySizes, "has fewer entries than there are arrays");
    }
  }
  if (arrays != of_arrays->size()) {
    return Damaged(Section::kArraySizes, "has more entries than there are arrays");
  }
  return ReadOddSizes(class_of);
}

absl::Status GraphReader::ReadOddSizes(const FrozenArray<ClassId>& class_of) {
  auto odd_sizes = sections_.Column<OddSize>(Section::kOddSizes);
  if (!odd_sizes.ok()) return odd_sizes.status();
  for (const OddSize& odd : *odd_sizes) {
    if (odd.node.value >= class_of.size()) {
      return Damaged(Section::kOddSizes, "names a node out of range");
    }
    words_[odd.node.value] = odd.words;
    lengths_[odd.node.value] = odd.length;
  }
  return absl::OkStatus();
}

absl::Status GraphReader::ReadContents() {
  std::vector<ContentsPreview> previews;
  auto arrays = sections_.Column<ArrayContents>(Section::kContents);
  if (!arrays.ok()) return arrays.status();
  if (absl::Status s = sections_.ReadRecords(Section::kPreviews, previews); !s.ok()) return s;
  for (const ContentsPreview& preview : previews) {
    if (preview.size > ContentsPreview::kBytes) {
      return Damaged(Section::kPreviews, "has a preview that is too long");
    }
  }
  builder_.SetContents({.arrays = *std::move(arrays), .previews = std::move(previews)});
  return absl::OkStatus();
}

absl::Status GraphReader::ReadTexts() {
  if (absl::Status s = sections_.ReadRecords(Section::kTexts, texts_, known_values_); !s.ok()) {
    return s;
  }
  auto outside = [&](const auto& entry) { return entry.first.value >= sections_.nodes(); };
  if (std::ranges::any_of(texts_, outside) || std::ranges::any_of(known_values_, outside)) {
    return Damaged(Section::kTexts, "names a node out of range");
  }
  for (size_t i = 0; i < known_values_.size(); ++i) {
    const auto& [node, values] = known_values_[i];
    if (values.size() > kMostKnownValues || (i > 0 && known_values_[i - 1].first >= node)) {
      return Damaged(Section::kTexts, "has too many values of one node");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<HeapGraph> ReadGraph(const SectionReader& sections) {
  return GraphReader(sections).Read();
}

}  // namespace snapshot

absl::StatusOr<HeapGraph> ReadSnapshot(const std::string& path, Progress* progress,
                                       SnapshotAccess access) {
  const FileAccess file_access =
      access == SnapshotAccess::kMap ? FileAccess::kMap : FileAccess::kCopy;
  absl::StatusOr<std::shared_ptr<const FileBytes>> file = FileBytes::Read(path, file_access);
  if (!file.ok()) return file.status();
  auto named = [&](const absl::Status& status) {
    return absl::Status(status.code(), absl::StrCat(path, " ", status.message()));
  };
  auto sections = snapshot::SectionReader::Open((*file)->bytes(), *file, progress);
  if (!sections.ok()) return named(sections.status());
  absl::StatusOr<HeapGraph> graph = snapshot::ReadGraph(*sections);
  if (!graph.ok()) return named(graph.status());
  return graph;
}

}  // namespace taproot
