#include "capture/fork/heap_tracer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "graph/parallel.h"

namespace taproot {
namespace {

// Roots that are handed out at once.
constexpr size_t kBatch = 4096;
constexpr uint64_t kObjectsBetweenLooks = uint64_t{1} << 16;

using Batch = std::vector<Address>;

// What is left to do beside the workers' own stacks. Workers may come at any time; the work is over
// when a worker finds nothing while no other has anything.
class SharedWork {
 public:
  bool wanted() const { return waiting_.load(std::memory_order_relaxed) > 0; }

  void Give(Batch batch) {
    const std::lock_guard lock(mutex_);
    batches_.push_back(std::move(batch));
    changed_.notify_one();
  }
  // Waits for something to do; false when all is done. `had_work`: it was given some before.
  bool Take(bool had_work, Batch& batch) {
    std::unique_lock lock(mutex_);
    if (had_work) --working_;
    if (working_ == 0 && batches_.empty()) Finish();
    waiting_.fetch_add(1, std::memory_order_relaxed);
    changed_.wait(lock, [this] { return done() || !batches_.empty(); });
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    if (done()) return false;
    ++working_;
    batch = std::move(batches_.back());
    batches_.pop_back();
    return true;
  }
  void Fail(absl::Status status) {
    const std::lock_guard lock(mutex_);
    if (failure_.ok()) failure_ = std::move(status);
    Finish();
  }
  bool done() const { return done_.load(std::memory_order_relaxed); }
  const absl::Status& failure() const { return failure_; }

 private:
  void Finish() {
    done_.store(true, std::memory_order_relaxed);
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Batch> batches_;
  uint32_t working_ = 0;
  absl::Status failure_;
  std::atomic<bool> done_{false};
  std::atomic<uint32_t> waiting_{0};
};

class Tracer {
 public:
  Tracer(const FrozenHeap* heap, const ClassTable* classes, NodeIndex* nodes, SharedWork* work,
         size_t stretches)
      : heap_(*heap),
        classes_(*classes),
        references_(heap, classes),
        nodes_(*nodes),
        work_(*work),
        counts_(stretches) {}

  // Works for as long as there is something to do.
  void Run(Progress* progress, std::atomic<uint64_t>& objects, uint64_t expected);

  const std::vector<uint64_t>& counts() const { return counts_; }
  const std::vector<Address>& parked() const { return parked_; }

 private:
  static constexpr size_t kAhead = 16;  // objects whose headers are on their way to the cache

  // Objects on a stack are marked.
  void Push(Address object) {
    if (nodes_.Mark(object)) stack_.push_back(object);
  }
  bool Next(Address& object);
  bool Scan(Address object);
  void Share();

  const FrozenHeap& heap_;
  const ClassTable& classes_;
  const ObjectReferences references_;
  NodeIndex& nodes_;
  SharedWork& work_;
  Batch stack_;
  std::array<Address, kAhead> ahead_ = {};
  size_t in_ahead_ = 0;
  size_t next_ahead_ = 0;
  std::vector<uint64_t> counts_;
  std::vector<Address> parked_;
};

// The newest object of the stack goes into the ring and the oldest of the ring comes out, by when
// its header has arrived.
bool Tracer::Next(Address& object) {
  while (!stack_.empty() && in_ahead_ < kAhead) {
    const Address fetched = stack_.back();
    stack_.pop_back();
    __builtin_prefetch(PointerTo<void>(fetched));
    ahead_[(next_ahead_ + in_ahead_) % kAhead] = fetched;
    ++in_ahead_;
  }
  if (in_ahead_ == 0) return false;
  object = ahead_[next_ahead_];
  next_ahead_ = (next_ahead_ + 1) % kAhead;
  --in_ahead_;
  return true;
}

bool Tracer::Scan(Address object) {
  const ClassId id = classes_.Find(heap_.KlassOf(object));
  if (!id.valid()) {
    work_.Fail(absl::DataLossError(
        absl::StrFormat("the object at %#x has no class that is loaded", object)));
    return false;
  }
  const ClassPlan& plan = classes_.plan(id);
  if (plan.shape == ClassPlan::Shape::kVirtualThread ||
      plan.shape == ClassPlan::Shape::kStackChunk) {
    parked_.push_back(object);
  }
  // A reference that the graph implies: it is not counted.
  if (plan.held_mirror != 0) Push(plan.held_mirror);
  uint64_t references = 0;
  Address astray = 0;
  references_.ForEach(object, id, [&](Address target, ReferenceSlot) {
    if (!heap_.InHeap(target)) {
      astray = target;
      return;
    }
    ++references;
    Push(target);
  });
  counts_[(object - heap_.layout().heap_begin) >> TraceCounts::kStretchBits] += references;
  if (astray == 0) return true;
  work_.Fail(absl::DataLossError(absl::StrFormat("an object of class %s at %#x refers to %#x",
                                                 classes_.java_class(id).name, object, astray)));
  return false;
}

// The older half: what lies deepest leads to most.
void Tracer::Share() {
  const size_t half = stack_.size() / 2;
  const auto middle = stack_.begin() + static_cast<std::ptrdiff_t>(half);
  work_.Give(Batch(stack_.begin(), middle));
  stack_.erase(stack_.begin(), middle);
}

void Tracer::Run(Progress* progress, std::atomic<uint64_t>& objects, uint64_t expected) {
  uint64_t scanned = 0;
  for (bool had_work = false; work_.Take(had_work, stack_); had_work = true) {
    Address object = 0;
    while (Next(object)) {
      if (!Scan(object)) return;
      if (++scanned % kObjectsBetweenLooks == 0) {
        const uint64_t all = objects.fetch_add(kObjectsBetweenLooks) + kObjectsBetweenLooks;
        if (work_.done()) return;
        if (progress != nullptr && !progress->Advance(all, std::max(all, expected))) {
          work_.Fail(absl::CancelledError("cancelled"));
          return;
        }
      }
      if (work_.wanted() && stack_.size() > 64) Share();
    }
  }
  objects.fetch_add(scanned % kObjectsBetweenLooks);
}

}  // namespace

void TraceCounts::Add(const TraceCounts& other) {
  objects += other.objects;
  for (size_t i = 0; i < references.size(); ++i) references[i] += other.references[i];
}

absl::StatusOr<TraceCounts> TraceHeap(const FrozenHeap& heap, const ClassTable& classes,
                                      absl::Span<const Address> roots, NodeIndex& nodes,
                                      Progress* progress) {
  constexpr uint64_t kBytesPerObject = 64;  // for the progress only
  const VmLayout& layout = heap.layout();
  const uint64_t bytes = layout.heap_end - layout.heap_begin;
  const size_t stretches = (bytes >> TraceCounts::kStretchBits) + 1;
  const uint32_t workers = WorkerCount();
  if (progress != nullptr) progress->Begin("reading the heap");
  SharedWork work;
  Batch marked;
  for (Address root : roots) {
    if (root == 0) continue;
    if (!heap.InHeap(root)) return absl::DataLossError("a root that is no object");
    if (nodes.Mark(root)) marked.push_back(root);
  }
  for (size_t begin = 0; begin < marked.size(); begin += kBatch) {
    const auto first = marked.begin() + static_cast<std::ptrdiff_t>(begin);
    const size_t size = std::min(kBatch, marked.size() - begin);
    work.Give(Batch(first, first + static_cast<std::ptrdiff_t>(size)));
  }
  std::vector<Tracer> tracers;
  tracers.reserve(workers);
  for (uint32_t i = 0; i < workers; ++i) {
    tracers.emplace_back(&heap, &classes, &nodes, &work, stretches);
  }
  std::atomic<uint64_t> objects{0};
  RunOnWorkers(workers, [&](uint32_t i) {
    try {
      tracers[i].Run(progress, objects, bytes / kBytesPerObject);
    } catch (const std::bad_alloc&) {
      work.Fail(absl::ResourceExhaustedError("no memory left to read the heap"));
    }
  });
  if (!work.failure().ok()) return work.failure();
  TraceCounts counts;
  counts.objects = objects;
  counts.references.resize(stretches);
  for (const Tracer& tracer : tracers) {
    for (size_t i = 0; i < stretches; ++i) counts.references[i] += tracer.counts()[i];
    counts.parked.insert(counts.parked.end(), tracer.parked().begin(), tracer.parked().end());
  }
  return counts;
}

}  // namespace taproot
