#include "capture/fork/graph_filling.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/fork/object_references.h"
#include "graph/parallel.h"
#include "taproot/flat_array.h"

namespace taproot {
namespace {

// Not written to before it is filled in, and of one owner.
template <typename T>
using Column = std::shared_ptr<FlatArray<T>>;

template <typename T>
Column<T> MakeColumn(size_t size) {
  return std::make_shared<FlatArray<T>>(size);
}

template <typename T>
FrozenArray<T> Freeze(Column<T> column) {
  const std::span<const T> elements = *column;
  return {elements, std::move(column)};
}

class RowFiller {
 public:
  RowFiller(const FrozenHeap* heap, const ClassTable* classes, const NodeIndex* nodes,
            const ParkedStacks* parked, uint64_t references)
      : heap_(*heap),
        classes_(*classes),
        references_(heap, classes),
        nodes_(*nodes),
        parked_(parked),
        class_of_(MakeColumn<ClassId>(nodes->size())),
        words_(MakeColumn<uint32_t>(nodes->size())),
        length_(MakeColumn<uint32_t>(nodes->size())),
        first_(MakeColumn<uint32_t>(size_t{nodes->size()} + 1)),
        targets_(MakeColumn<NodeId>(references)),
        slots_(MakeColumn<ReferenceSlot>(references)) {
    (*first_)[nodes->size()] = static_cast<uint32_t>(references);
  }

  // The objects of the words [begin, end) of the index; their references are [next, stop).
  void Fill(uint64_t begin, uint64_t end, uint64_t next, uint64_t stop);

  bool consistent() const { return consistent_; }
  FilledRows Finish() &&;

 private:
  void FillNode(NodeId node, Address object, uint64_t& next, uint64_t stop);
  void NoteMirror(NodeId node, Address mirror);

  const FrozenHeap& heap_;
  const ClassTable& classes_;
  const ObjectReferences references_;
  const NodeIndex& nodes_;
  const ParkedStacks* parked_;
  const Column<ClassId> class_of_;
  const Column<uint32_t> words_;
  const Column<uint32_t> length_;
  const Column<uint32_t> first_;
  const Column<NodeId> targets_;
  const Column<ReferenceSlot> slots_;
  std::atomic<bool> consistent_{true};
  std::mutex mutex_;
  std::vector<NodeId> strange_mirrors_;
};

void RowFiller::FillNode(NodeId node, Address object, uint64_t& next, uint64_t stop) {
  const ClassId id = classes_.Find(heap_.KlassOf(object));
  const ClassPlan::Shape shape = classes_.plan(id).shape;
  (*class_of_)[node.value] = id;
  (*words_)[node.value] = static_cast<uint32_t>(references_.SizeOf(object, id) / 8);
  if (shape >= ClassPlan::Shape::kObjectArray) {
    (*length_)[node.value] = heap_.ArrayLength(object);
  }
  if (shape == ClassPlan::Shape::kMirror) NoteMirror(node, object);
  (*first_)[node.value] = static_cast<uint32_t>(next);
  auto add = [&](Address target, ReferenceSlot slot) {
    if (next == stop) {
      consistent_ = false;
      return;
    }
    (*targets_)[next] = nodes_.Find(target);
    (*slots_)[next++] = slot;
  };
  references_.ForEach(object, id, add);
  if (parked_ == nullptr) return;
  if (shape == ClassPlan::Shape::kVirtualThread || shape == ClassPlan::Shape::kStackChunk) {
    for (const ParkedStacks::Held& held : parked_->HeldBy(object)) add(held.target, held.slot);
  }
}

void RowFiller::Fill(uint64_t begin, uint64_t end, uint64_t next, uint64_t stop) {
  nodes_.ForEachIn(begin, end,
                   [&](NodeId node, Address object) { FillNode(node, object, next, stop); });
  if (next != stop) consistent_ = false;
}

void RowFiller::NoteMirror(NodeId node, Address mirror) {
  const Address klass = heap_.MirroredKlass(mirror);
  if (klass == 0 || classes_.Find(klass).valid()) return;
  const std::lock_guard lock(mutex_);
  strange_mirrors_.push_back(node);
}

FilledRows RowFiller::Finish() && {
  std::ranges::sort(strange_mirrors_);
  return {.rows = {.class_of = Freeze(class_of_),
                   .size_in_words = Freeze(words_),
                   .array_length = Freeze(length_),
                   .first = Freeze(first_),
                   .targets = Freeze(targets_),
                   .slots = Freeze(slots_)},
          .class_of = *class_of_,
          .strange_mirrors = std::move(strange_mirrors_)};
}

}  // namespace

absl::StatusOr<FilledRows> FillRows(const FrozenHeap& heap, const ClassTable& classes,
                                    const NodeIndex& nodes, const ParkedStacks* parked,
                                    const TraceCounts& counts, Progress* progress) {
  const size_t stretches = counts.references.size();
  std::vector<uint64_t> first(stretches + 1, 0);
  for (size_t i = 0; i < stretches; ++i) first[i + 1] = first[i] + counts.references[i];
  if (first.back() >= std::numeric_limits<uint32_t>::max()) {
    return absl::ResourceExhaustedError(absl::StrCat("too many references: ", first.back()));
  }
  RowFiller filler(&heap, &classes, &nodes, parked, first.back());
  const uint64_t words_each =
      (uint64_t{1} << TraceCounts::kStretchBits) / heap.layout().object_alignment / 64;
  if (progress != nullptr) progress->Begin("building the graph");
  std::atomic<size_t> next_stretch{0};
  std::atomic<bool> cancelled{false};
  std::atomic<bool> out_of_memory{false};
  RunOnWorkers(WorkerCount(), [&](uint32_t) {
    try {
      for (size_t i = next_stretch++; i < stretches && !cancelled; i = next_stretch++) {
        const uint64_t begin = std::min(i * words_each, nodes.words());
        const uint64_t end = std::min(begin + words_each, nodes.words());
        filler.Fill(begin, end, first[i], first[i + 1]);
        if (progress != nullptr && !progress->Advance(i, stretches)) cancelled = true;
      }
    } catch (const std::bad_alloc&) {
      out_of_memory = cancelled = true;
    }
  });
  if (out_of_memory) return absl::ResourceExhaustedError("no memory left for the graph");
  if (cancelled) return absl::CancelledError("cancelled");
  if (!filler.consistent()) return absl::DataLossError("an object has changed while it was read");
  return std::move(filler).Finish();
}

}  // namespace taproot
