#include "analysis/thread_report.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace taproot {
namespace {

// Threads of one stack that retain less than this are alike, whatever they retain.
constexpr uint64_t kLittle = uint64_t{64} << 10;
constexpr int32_t kMostUnmountingFrames = 8;

using SeenFrames = std::map<int32_t, ThreadReportFrame>;  // by depth

// The frames of each thread that hold something, as the walk saw them.
class FramesOfThreads {
 public:
  explicit FramesOfThreads(const HeapGraph& graph) : graph_(graph), seen_(graph.threads().size()) {
    for (const Root& root : graph.roots()) {
      const bool is_local = root.kind == RootKind::kStackLocal || root.kind == RootKind::kJniLocal;
      if (!is_local || !root.thread.valid() || root.depth < 0) continue;
      // The JVM tells JNI locals of a thread at one frame after the other.
      if (root.kind == RootKind::kJniLocal &&
          !jni_locals_.insert({root.thread, root.node}).second) {
        continue;
      }
      Add(root.thread,
          {.method = root.method, .depth = root.depth, .bci = root.bci, .line = root.line},
          {.node = root.node, .slot = root.slot});
    }
    for (size_t i = 0; i < seen_.size(); ++i) AddFrameLocals(ThreadId(i));
  }

  std::vector<ThreadReportFrame> Take(ThreadId thread) {
    std::vector<ThreadReportFrame> frames;
    for (auto& [depth, frame] : seen_[thread.value]) frames.push_back(std::move(frame));
    return frames;
  }

 private:
  void AddFrameLocals(ThreadId thread) {
    const NodeId node = graph_.thread(thread).node;
    if (!node.valid()) return;
    graph_.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
      if (slot.kind() != ReferenceKind::kFrameLocal) return;
      const FrameLocal* local = graph_.frame_local(slot);
      if (local == nullptr) return;
      Add(thread,
          {.method = local->method, .depth = local->depth, .bci = local->bci, .line = local->line},
          {.node = target, .slot = local->slot});
    });
  }

  void Add(ThreadId thread, const ThreadReportFrame& frame, ThreadLocalVariable local) {
    const int32_t depth = frame.depth;
    ThreadReportFrame& at = seen_[thread.value].try_emplace(depth, frame).first->second;
    // A JNI local of the frame does not tell where it stands.
    if (at.bci < 0) {
      at.bci = frame.bci;
      at.line = frame.line;
    }
    // Native code may hold very many.
    if (locals_.emplace(thread, depth, local.slot, local.node).second) at.locals.push_back(local);
  }

  const HeapGraph& graph_;
  std::vector<SeenFrames> seen_;  // by thread
  absl::flat_hash_set<std::pair<ThreadId, NodeId>> jni_locals_;
  absl::flat_hash_set<std::tuple<ThreadId, int32_t, int32_t, NodeId>> locals_;  // depth, slot
};

// Says of the locals of one thread who else holds them.
class Weigher {
 public:
  Weigher(const HeapGraph& graph, const DominatorTree* tree) : graph_(graph), tree_(tree) {}

  void Weigh(ThreadId thread, ThreadReportEntry& entry) const {
    const NodeId node = graph_.thread(thread).node;
    const DominatorId holder = tree_ != nullptr ? tree_->FindThread(thread) : DominatorId();
    if (tree_ != nullptr) WeighThread(node, holder, entry);
    const std::map<NodeId, int32_t> only_depth = DepthsOfLocals(entry);
    for (ThreadReportFrame& frame : entry.frames) {
      const DominatorId of_frame =
          tree_ != nullptr ? tree_->FindFrame(thread, frame.depth) : DominatorId();
      if (of_frame.valid()) frame.retained_bytes = tree_->retained_bytes(of_frame);
      for (ThreadLocalVariable& local : frame.locals) {
        local.retained_bytes = tree_ != nullptr && tree_->reached(local.node)
                                   ? tree_->retained_bytes(local.node)
                                   : graph_.shallow_size(local.node);
        local.held_by =
            HolderOf(local.node, node, holder, of_frame, only_depth.at(local.node) == frame.depth);
      }
      if (!of_frame.valid()) frame.retained_bytes = OfUnmountedFrame(frame);
      std::ranges::sort(frame.locals, {}, [](const ThreadLocalVariable& local) {
        return std::tuple(~local.retained_bytes, local.slot, local.node);
      });
    }
  }

 private:
  // The Thread object of a mounted virtual thread is not below its holder.
  void WeighThread(NodeId node, DominatorId holder, ThreadReportEntry& entry) const {
    if (holder.valid()) {
      entry.retained_bytes = tree_->retained_bytes(holder);
      entry.retained_objects = tree_->retained_objects(holder);
    }
    if (!node.valid() || !tree_->reached(node)) return;
    if (holder.valid() && tree_->Dominates(holder, DominatorId(node.value))) return;
    entry.retained_bytes += tree_->retained_bytes(node);
    entry.retained_objects += tree_->retained_objects(node);
  }

  // The depth at which an object is a local; -1 for one that is a local of several frames.
  static std::map<NodeId, int32_t> DepthsOfLocals(const ThreadReportEntry& entry) {
    std::map<NodeId, int32_t> depths;
    for (const ThreadReportFrame& frame : entry.frames) {
      for (const ThreadLocalVariable& local : frame.locals) {
        const auto [at, is_new] = depths.try_emplace(local.node, frame.depth);
        if (at->second != frame.depth) at->second = -1;
      }
    }
    return depths;
  }

  HeldBy HolderOf(NodeId local, NodeId thread, DominatorId holder, DominatorId frame,
                  bool only_here) const {
    if (tree_ == nullptr) return HeldBy::kUnknown;
    const DominatorId id(local.value);
    if (frame.valid() && tree_->Dominates(frame, id)) return HeldBy::kThisFrame;
    if (holder.valid() && tree_->Dominates(holder, id)) return HeldBy::kThisThread;
    if (!thread.valid() || !tree_->reached(thread) || local == thread) return HeldBy::kOthers;
    // The frames of an unmounted virtual thread are no holders: its Thread object holds the locals.
    const DominatorId object(thread.value);
    if (only_here && tree_->parent(id) == object) return HeldBy::kThisFrame;
    return tree_->Dominates(object, id) ? HeldBy::kThisThread : HeldBy::kOthers;
  }

  // Its locals that nobody else holds share nothing.
  static uint64_t OfUnmountedFrame(const ThreadReportFrame& frame) {
    std::map<NodeId, uint64_t> alone;
    for (const ThreadLocalVariable& local : frame.locals) {
      if (local.held_by == HeldBy::kThisFrame) alone[local.node] = local.retained_bytes;
    }
    uint64_t bytes = 0;
    for (const auto& [node, retained] : alone) bytes += retained;
    return bytes;
  }

  const HeapGraph& graph_;
  const DominatorTree* tree_;
};

// What threads that may be alike have in common.
uint64_t HashOf(const HeapGraph& graph, const ThreadReportEntry& entry) {
  const JavaThread& thread = graph.thread(entry.threads[0]);
  size_t hash = absl::HashOf(thread.state, thread.is_daemon, thread.is_virtual, entry.moved,
                             thread.carrier.valid(), entry.frames.size());
  for (const ThreadReportFrame& frame : entry.frames) {
    hash = absl::HashOf(hash, frame.method, frame.bci, frame.locals.size());
  }
  return hash;
}

// Entries are in order; each joins the first that it is like.
void GroupAlike(const HeapGraph& graph, std::vector<ThreadReportEntry>& entries) {
  absl::flat_hash_map<uint64_t, std::vector<size_t>> kept_by_hash;
  std::vector<ThreadReportEntry> kept;
  for (ThreadReportEntry& entry : entries) {
    std::vector<size_t>& candidates = kept_by_hash[HashOf(graph, entry)];
    const auto like = std::ranges::find_if(
        candidates, [&](size_t at) { return AreAlike(graph, kept[at], entry); });
    if (like != candidates.end()) {
      kept[*like].threads.push_back(entry.threads[0]);
    } else {
      candidates.push_back(kept.size());
      kept.push_back(std::move(entry));
    }
  }
  entries = std::move(kept);
}

}  // namespace

std::optional<int32_t> DepthOfFirstFrame(const JavaThread& thread,
                                         const std::vector<ThreadReportFrame>& seen) {
  const size_t count = thread.frames.size();
  auto fits = [&](int32_t first) {
    return std::ranges::all_of(seen, [&](const ThreadReportFrame& frame) {
      if (frame.depth < first) return true;
      const auto at = static_cast<size_t>(frame.depth - first);
      if (at >= count) return at < count + thread.frames_left_out;
      const MethodId method = thread.frames[at].method;
      return !method.valid() || !frame.method.valid() || method == frame.method;
    });
  };
  const int32_t most = thread.is_virtual ? kMostUnmountingFrames : 0;
  for (int32_t first = 0; first <= most; ++first) {
    if (fits(first)) return first;
  }
  return std::nullopt;
}

void MergeFrames(const JavaThread& thread, std::vector<ThreadReportFrame> seen,
                 ThreadReportEntry& entry) {
  const std::optional<int32_t> first =
      thread.frames.empty() ? std::nullopt : DepthOfFirstFrame(thread, seen);
  entry.frames_known = first.has_value();
  if (!first) {
    entry.moved = thread.state != ThreadState::kUnknown && !seen.empty();
    entry.frames = std::move(seen);
    return;
  }
  auto next = seen.begin();
  for (; next != seen.end() && next->depth < *first; ++next) {
    entry.frames.push_back(std::move(*next));
  }
  for (size_t i = 0; i < thread.frames.size(); ++i) {
    const ThreadFrame& frame = thread.frames[i];
    ThreadReportFrame told{.method = frame.method,
                           .depth = *first + static_cast<int32_t>(i),
                           .bci = frame.bci,
                           .line = frame.line};
    if (next != seen.end() && next->depth == told.depth) {
      // Where it stood in the walk, when its locals were looked at.
      if (next->bci >= 0) std::tie(told.bci, told.line) = std::tie(next->bci, next->line);
      told.locals = std::move(next->locals);
      ++next;
    }
    if (!frame.is_agent) entry.frames.push_back(std::move(told));
  }
  // Below the frames that were read there may be some that hold something.
  entry.frames_left_out = thread.frames_left_out;
  for (; next != seen.end(); ++next) {
    entry.frames.push_back(std::move(*next));
    --entry.frames_left_out;
  }
}

bool AreAlike(const HeapGraph& graph, const ThreadReportEntry& first,
              const ThreadReportEntry& other) {
  const JavaThread& a = graph.thread(first.threads[0]);
  const JavaThread& b = graph.thread(other.threads[0]);
  if (a.state != b.state || a.is_daemon != b.is_daemon || a.is_virtual != b.is_virtual ||
      a.carrier.valid() != b.carrier.valid() || first.moved != other.moved) {
    return false;
  }
  // One that holds much more than the others is not like them.
  if (first.retained_bytes > kLittle && first.retained_bytes / 2 > other.retained_bytes) {
    return false;
  }
  auto same_local = [&](const ThreadLocalVariable& x, const ThreadLocalVariable& y) {
    return x.slot == y.slot && graph.class_of(x.node) == graph.class_of(y.node);
  };
  auto same_frame = [&](const ThreadReportFrame& x, const ThreadReportFrame& y) {
    return x.method == y.method && x.bci == y.bci && x.depth == y.depth &&
           std::ranges::is_permutation(x.locals, y.locals, same_local);
  };
  return !first.frames.empty() && std::ranges::equal(first.frames, other.frames, same_frame);
}

ThreadReport MakeThreadReport(const HeapGraph& graph, const DominatorTree* dominators,
                              Progress* progress) {
  ThreadReport report;
  report.has_retained = dominators != nullptr;
  FramesOfThreads seen(graph);
  const Weigher weigher(graph, dominators);
  Stride stride(progress, "threads", graph.threads().size());
  for (size_t i = 0; i < graph.threads().size() && stride.Step(); ++i) {
    const JavaThread& thread = graph.thread(ThreadId(i));
    if (thread.is_agent) continue;
    ++(thread.is_virtual ? report.virtual_threads : report.platform_threads);
    ThreadReportEntry& entry = report.entries.emplace_back();
    entry.threads = {ThreadId(i)};
    MergeFrames(thread, seen.Take(ThreadId(i)), entry);
    weigher.Weigh(ThreadId(i), entry);
  }
  std::ranges::sort(report.entries, [&](const ThreadReportEntry& a, const ThreadReportEntry& b) {
    const JavaThread& x = graph.thread(a.threads[0]);
    const JavaThread& y = graph.thread(b.threads[0]);
    return std::tie(b.retained_bytes, x.name, x.tid) < std::tie(a.retained_bytes, y.name, y.tid);
  });
  GroupAlike(graph, report.entries);
  return report;
}

}  // namespace taproot
