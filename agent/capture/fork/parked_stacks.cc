#include "capture/fork/parked_stacks.h"

#include <algorithm>
#include <utility>

#include "capture/fork/frozen_threads.h"

namespace taproot {
namespace {

constexpr size_t kMostChunks = 100'000;  // of one thread: a list that goes round is no list

}  // namespace

ParkedStacks::ParkedStacks(const FrozenHeap* heap, const ClassTable* classes,
                           const NodeIndex* nodes)
    : heap_(*heap),
      nodes_(*nodes),
      objects_(heap, classes),
      memory_(ReadableMemory::OfThisProcess()),
      code_(CompiledCode::Open(VmStructs::OfThisProcess())),
      chunks_(heap, classes, &memory_, code_.get()),
      plausible_(heap, classes, nodes, &memory_) {}

// The one with the newest frames first.
std::vector<Address> ParkedStacks::ChunksOf(Address thread) const {
  std::vector<Address> chunks;
  const Address continuation = objects_.Reference(thread, "cont");
  for (Address chunk = objects_.Reference(continuation, "tail");
       chunk != 0 && chunks.size() < kMostChunks; chunk = objects_.Reference(chunk, "parent")) {
    chunks.push_back(chunk);
  }
  return chunks;
}

void ParkedStacks::Hold(Address holder, Held held, bool is_certain) {
  if (!heap_.InHeap(held.target)) return;
  if (!is_certain) {
    doubtful_.push_back({holder, held});
    return;
  }
  held_[holder].push_back(held);
  if (!nodes_.IsMarked(held.target)) to_mark_.push_back(held.target);
}

// Threads that wait at one place share the row.
ReferenceSlot ParkedStacks::LocalSlot(const ParkedFrame& frame, const ParkedValue& value) {
  const LocalKey key = {frame.method, frame.bci, value.depth, value.slot};
  const auto [at, is_new] = local_ids_.try_emplace(key, locals_.size());
  if (is_new) locals_.push_back(key);
  return {ReferenceKind::kFrameLocal, at->second};
}

// The frames of a mounted thread are told by the VM, among the roots.
void ParkedStacks::ReadThread(Address thread) {
  if (CarrierOf(objects_, thread) != 0) return;
  ParkedStack stack;
  for (Address chunk : ChunksOf(thread)) {
    const StackChunk parts = chunks_.Read(chunk);
    const size_t first = stack.values.size();
    absl::flat_hash_set<Address> locals;
    if (!chunks_.AddFrames(parts, stack)) {
      ReadChunk(chunk, locals);
      continue;
    }
    for (size_t i = first; i < stack.values.size(); ++i) {
      const ParkedValue& value = stack.values[i];
      locals.insert(value.word);
      Hold(thread, {value.target, LocalSlot(stack.frames[value.depth], value)}, value.is_certain);
    }
    // Without a bitmap nothing tells references that are no locals.
    if (parts.has_bitmap) {
      ReadChunk(chunk, locals);
    } else {
      read_.insert(chunk);
    }
  }
}

void ParkedStacks::ReadChunk(Address chunk, const absl::flat_hash_set<Address>& locals) {
  if (!read_.insert(chunk).second) return;
  const StackChunk parts = chunks_.Read(chunk);
  chunks_.ForEachWord(parts, [&](Address word, Address target, bool is_certain) {
    if (locals.contains(word)) return;
    Hold(chunk, {target, ReferenceSlot(ReferenceKind::kStackWord, parts.WordOf(word))}, is_certain);
  });
}

// One that leads to what is marked anyway does no harm; one that does not is believed if all that
// it leads to is plausible.
void ParkedStacks::SettleDoubtful() {
  for (const Doubtful& each : std::exchange(doubtful_, {})) {
    const Address target = each.held.target;
    if (!nodes_.IsMarked(target)) {
      if (!plausible_.Accept(target)) continue;
      to_mark_.push_back(target);
    }
    held_[each.holder].push_back(each.held);
  }
}

std::vector<Address> ParkedStacks::Resolve(std::span<const Address> found) {
  if (!chunks_.known()) return {};
  // In an order that does not depend on who found them. Threads first: they know the frames of
  // their chunks.
  std::vector<Address> sorted(found.begin(), found.end());
  std::ranges::sort(sorted);
  std::vector<Address> others;
  for (Address object : sorted) {
    if (IsVirtualThread(objects_, object)) {
      ReadThread(object);
    } else {
      others.push_back(object);
    }
  }
  for (Address chunk : others) ReadChunk(chunk, {});
  if (to_mark_.empty()) SettleDoubtful();
  std::vector<Address> roots = std::exchange(to_mark_, {});
  std::ranges::sort(roots);
  const auto repeats = std::ranges::unique(roots);
  roots.erase(repeats.begin(), repeats.end());
  return roots;
}

void ParkedStacks::AddFrameLocals(FrozenMethods& methods, HeapGraphBuilder& builder) const {
  for (const auto& [method, bci, depth, slot] : locals_) {
    builder.AddFrameLocal({.method = methods.FindMethod(method),
                           .depth = static_cast<int32_t>(depth),
                           .slot = slot,
                           .bci = bci,
                           .line = methods.LineOfMethod(method, bci)});
  }
}

std::vector<ParkedFrame> ParkedStacks::FramesOf(Address thread) {
  ParkedStack stack;
  for (Address chunk : ChunksOf(thread)) {
    if (!chunks_.AddFrames(chunks_.Read(chunk), stack)) break;
  }
  return std::move(stack.frames);
}

}  // namespace taproot
