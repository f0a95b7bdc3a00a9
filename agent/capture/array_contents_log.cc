#include "capture/array_contents_log.h"

#include <algorithm>
#include <span>
#include <utility>

#include "capture/content_hash.h"

namespace taproot {
namespace {

// A small array costs its header as well.
constexpr uint64_t kHeaderBytes = 16;

uint32_t WidthOf(jvmtiPrimitiveType type) {
  switch (type) {
    case JVMTI_PRIMITIVE_TYPE_BOOLEAN:
    case JVMTI_PRIMITIVE_TYPE_BYTE:
      return 1;
    case JVMTI_PRIMITIVE_TYPE_CHAR:
    case JVMTI_PRIMITIVE_TYPE_SHORT:
      return 2;
    case JVMTI_PRIMITIVE_TYPE_INT:
    case JVMTI_PRIMITIVE_TYPE_FLOAT:
      return 4;
    default:
      return 8;
  }
}

}  // namespace

bool ArrayContentsLog::Note(ObjectKey key, jvmtiPrimitiveType type, const void* elements,
                            jint count) {
  const uint32_t width = WidthOf(type);
  const std::span bytes(static_cast<const uint8_t*>(elements), static_cast<size_t>(count) * width);
  const uint64_t hash = HashContents(bytes, static_cast<uint64_t>(type));
  Sample(hash, bytes);
  return arrays_.Append(
      {key, hash, CountTrailingZeros(bytes, width) & 0x7fffffff, IsConstant(bytes, width)});
}

void ArrayContentsLog::Sample(uint64_t hash, std::span<const uint8_t> bytes) {
  Slot& slot = slots_[hash % kSlots];
  const uint64_t weight = bytes.size() + kHeaderBytes;
  if (slot.preview.hash == hash) {
    slot.repeated = true;
    slot.weight += weight;
  } else if (slot.weight >= weight) {
    slot.weight -= weight;
  } else {
    const auto shown = bytes.first(std::min<size_t>(bytes.size(), ContentsPreview::kBytes));
    slot.weight = weight - slot.weight;
    slot.repeated = false;
    slot.preview.hash = hash;
    slot.preview.size = static_cast<uint32_t>(shown.size());
    std::ranges::copy(shown, slot.preview.bytes.begin());
  }
}

ContentsTable ArrayContentsLog::Resolve(absl::FunctionRef<NodeId(ObjectKey)> find) const {
  std::vector<ArrayContents> arrays;
  arrays.reserve(arrays_.size());
  for (uint64_t i = 0; i < arrays_.size(); ++i) {
    const LoggedContents& logged = arrays_[i];
    const NodeId node = find(logged.key);
    if (!node.valid()) continue;
    arrays.push_back({node, logged.trailing_zeros, logged.constant, logged.hash});
  }
  std::ranges::sort(arrays, {}, &ArrayContents::node);
  return {std::move(arrays), Previews()};
}

std::vector<ContentsPreview> ArrayContentsLog::Previews() const {
  std::vector<ContentsPreview> previews;
  for (const Slot& slot : slots_) {
    if (slot.repeated) previews.push_back(slot.preview);
  }
  std::ranges::sort(previews, {}, &ContentsPreview::hash);
  return previews;
}

}  // namespace taproot
