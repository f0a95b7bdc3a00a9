#include "capture/fork/plausible_objects.h"

#include <algorithm>
#include <vector>

namespace taproot {
namespace {

// Of any object, and more than any header.
constexpr uint64_t kLeastBytes = 16;
// How far before an object one is looked for that reaches into it.
constexpr uint64_t kLookBack = 4096;

}  // namespace

bool PlausibleObjects::OverlapsMarked(Address object, uint64_t size) const {
  const uint64_t step = heap_.layout().object_alignment;
  for (Address at = object + step; at < object + size; at += step) {
    if (nodes_.IsMarked(at)) return true;
  }
  const Address begin = heap_.layout().heap_begin;
  const Address first = object - std::min(kLookBack, object - begin);
  for (Address at = object; at > first;) {
    at -= step;
    if (!nodes_.IsMarked(at)) continue;
    return at + references_.SizeOf(at, classes_.Find(heap_.KlassOf(at))) > object;
  }
  return false;
}

bool PlausibleObjects::IsObject(Address object) const {
  if (!heap_.InHeap(object) || !memory_.Contains(object, kLeastBytes)) return false;
  const ClassId id = classes_.Find(heap_.KlassOf(object));
  if (!id.valid()) return false;
  const ClassPlan& plan = classes_.plan(id);
  if (!memory_.Contains(object, std::max<uint64_t>(plan.size, kLeastBytes))) return false;
  if (plan.shape == ClassPlan::Shape::kMirror) {
    const Address klass = heap_.MirroredKlass(object);
    const ClassId mirrored = klass == 0 ? ClassId() : classes_.Find(klass);
    return mirrored.valid() && classes_.mirror(mirrored) == object;
  }
  const uint64_t size = references_.SizeOf(object, id);
  return size <= heap_.layout().heap_end - object && memory_.Contains(object, size) &&
         !OverlapsMarked(object, size);
}

bool PlausibleObjects::Accept(Address candidate) {
  std::vector<Address> left = {candidate};
  std::vector<Address> taken;
  bool all = true;
  while (all && !left.empty()) {
    const Address object = left.back();
    left.pop_back();
    if (heap_.InHeap(object) && nodes_.IsMarked(object)) continue;
    if (!accepted_.insert(object).second) continue;
    taken.push_back(object);
    all = IsObject(object);
    if (!all) break;
    references_.ForEach(object, classes_.Find(heap_.KlassOf(object)),
                        [&](Address target, ReferenceSlot) { left.push_back(target); });
  }
  if (!all) {
    for (Address object : taken) accepted_.erase(object);
  }
  return all;
}

}  // namespace taproot
