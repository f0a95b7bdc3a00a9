#include "attach/perf_counters.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>

namespace taproot {
namespace {

constexpr uint32_t kMagic = 0xcafec0c0;  // always the high byte first
constexpr size_t kHeaderSize = 32;
constexpr size_t kEntrySize = 20;
constexpr char kNumber = 'J';
constexpr char kByte = 'B';

class Reader {
 public:
  explicit Reader(std::string_view bytes, bool swap) : bytes_(bytes), swap_(swap) {}

  // Where there is nothing left, 0.
  template <std::integral Number>
  Number At(size_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(Number)) return 0;
    unsigned char raw[sizeof(Number)];
    std::memcpy(raw, bytes_.data() + offset, sizeof raw);
    if (swap_) std::reverse(raw, raw + sizeof raw);
    Number number;
    std::memcpy(&number, raw, sizeof number);
    return number;
  }

  std::string_view From(size_t offset) const {
    return offset < bytes_.size() ? bytes_.substr(offset) : std::string_view();
  }

 private:
  std::string_view bytes_;
  bool swap_;
};

std::string_view UpToZero(std::string_view text) { return text.substr(0, text.find('\0')); }

absl::Status Damaged() {
  return absl::InvalidArgumentError("the VM's performance counters are damaged");
}

}  // namespace

absl::StatusOr<PerfCounters> PerfCounters::Parse(std::string_view bytes) {
  if (bytes.size() < kHeaderSize) return Damaged();
  constexpr bool kLittle = std::endian::native == std::endian::little;
  if (Reader(bytes, kLittle).At<uint32_t>(0) != kMagic) return Damaged();
  const Reader reader(bytes, (bytes[4] == 1) != kLittle);
  if (bytes[5] != 2) return absl::InvalidArgumentError("performance counters of an unknown format");
  if (bytes[7] == 0) return absl::FailedPreconditionError("the VM is only just starting");

  PerfCounters counters;
  const auto count = reader.At<int32_t>(28);
  size_t at = reader.At<uint32_t>(24);
  for (int32_t i = 0; i < count; ++i) {
    const size_t length = reader.At<uint32_t>(at);
    if (at > bytes.size() || length < kEntrySize || length > bytes.size() - at) return Damaged();
    const Reader entry(bytes.substr(at, length), (bytes[4] == 1) != kLittle);
    const std::string_view name = UpToZero(entry.From(entry.At<uint32_t>(4)));
    const size_t elements = entry.At<uint32_t>(8);
    const char type = entry.At<char>(12);
    const size_t data = entry.At<uint32_t>(16);
    if (name.empty() || data >= length) return Damaged();
    if (elements == 0 && type == kNumber) counters.numbers_[name] = entry.At<int64_t>(data);
    if (elements > 0 && type == kByte) {
      counters.texts_[name] = UpToZero(entry.From(data).substr(0, elements));
    }
    at += length;
  }
  return counters;
}

std::string_view PerfCounters::Text(std::string_view name) const {
  const auto text = texts_.find(name);
  return text == texts_.end() ? std::string_view() : text->second;
}

std::optional<int64_t> PerfCounters::Number(std::string_view name) const {
  const auto number = numbers_.find(name);
  if (number == numbers_.end()) return std::nullopt;
  return number->second;
}

}  // namespace taproot
