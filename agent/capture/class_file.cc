#include "capture/class_file.h"

#include <optional>

#include "absl/status/status.h"

namespace taproot {
namespace {

constexpr uint32_t kMagic = 0xCAFEBABE;

// Reads big-endian numbers. Past the end it gives zeros and remembers that it did.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  std::span<const uint8_t> Bytes(size_t count) {
    if (count > bytes_.size() - at_) {
      failed_ = true;
      at_ = bytes_.size();
      return {};
    }
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  uint32_t Number(size_t width) {
    uint32_t value = 0;
    for (uint8_t byte : Bytes(width)) value = value << 8 | byte;
    return value;
  }
  uint32_t U1() { return Number(1); }
  uint32_t U2() { return Number(2); }
  uint32_t U4() { return Number(4); }
  bool failed() const { return failed_; }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool failed_ = false;
};

// The Utf8 entries of the constant pool; other entries stay empty.
class ConstantPool {
 public:
  bool Read(Reader& reader) {
    const uint32_t count = reader.U2();
    texts_.resize(count);
    for (uint32_t i = 1; i < count && !reader.failed(); ++i) {
      const uint32_t tag = reader.U1();
      if (tag == kUtf8) {
        const std::span<const uint8_t> bytes = reader.Bytes(reader.U2());
        texts_[i] = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
        continue;
      }
      const std::optional<size_t> size = SizeOf(tag);
      if (!size) return false;
      reader.Bytes(*size);
      if (tag == kLong || tag == kDouble) ++i;  // these take two entries
    }
    return !reader.failed();
  }
  std::string_view Text(uint32_t index) const {
    return index < texts_.size() ? texts_[index] : std::string_view();
  }

 private:
  enum Tag : uint32_t { kUtf8 = 1, kLong = 5, kDouble = 6 };

  static std::optional<size_t> SizeOf(uint32_t tag) {
    switch (tag) {
      case 7:
      case 8:
      case 16:
      case 19:
      case 20:
        return 2;
      case 15:
        return 3;
      case 3:
      case 4:
      case 9:
      case 10:
      case 11:
      case 12:
      case 17:
      case 18:
        return 4;
      case kLong:
      case kDouble:
        return 8;
      default:
        return std::nullopt;
    }
  }

  std::vector<std::string_view> texts_;
};

// Calls visit(name, Reader of the content) for each attribute.
template <typename Visit>
void ForEachAttribute(Reader& reader, const ConstantPool& pool, Visit&& visit) {
  const uint32_t count = reader.U2();
  for (uint32_t i = 0; i < count && !reader.failed(); ++i) {
    const std::string_view name = pool.Text(reader.U2());
    const uint32_t length = reader.U4();
    visit(name, Reader(reader.Bytes(length)));
  }
}

void ReadLines(Reader reader, MethodDebugInfo& info) {
  const uint32_t count = reader.U2();
  for (uint32_t i = 0; i < count && !reader.failed(); ++i) {
    const uint32_t start = reader.U2();
    info.lines.emplace_back(start, static_cast<int32_t>(reader.U2()));
  }
}

void ReadLocals(Reader reader, const ConstantPool& pool, MethodDebugInfo& info) {
  const uint32_t count = reader.U2();
  for (uint32_t i = 0; i < count && !reader.failed(); ++i) {
    LocalVariable local;
    local.start_bci = reader.U2();
    local.length = reader.U2();
    local.name = pool.Text(reader.U2());
    reader.U2();  // descriptor
    local.slot = static_cast<int32_t>(reader.U2());
    info.locals.push_back(std::move(local));
  }
}

MethodDebugInfo ReadCode(Reader reader, const ConstantPool& pool) {
  MethodDebugInfo info;
  reader.U2();  // max_stack
  info.max_locals = reader.U2();
  info.code_length = reader.U4();
  reader.Bytes(info.code_length);
  reader.Bytes(size_t{reader.U2()} * 8);  // exception table
  ForEachAttribute(reader, pool, [&](std::string_view name, Reader content) {
    if (name == "LineNumberTable") ReadLines(content, info);
    if (name == "LocalVariableTable") ReadLocals(content, pool, info);
  });
  return info;
}

void SkipFields(Reader& reader, const ConstantPool& pool) {
  const uint32_t count = reader.U2();
  for (uint32_t i = 0; i < count && !reader.failed(); ++i) {
    reader.Bytes(6);
    ForEachAttribute(reader, pool, [](std::string_view, Reader) {});
  }
}

}  // namespace

absl::StatusOr<MethodDebugInfo> ReadMethodDebugInfo(std::span<const uint8_t> class_file,
                                                    std::string_view name,
                                                    std::string_view descriptor) {
  Reader reader(class_file);
  ConstantPool pool;
  if (reader.U4() != kMagic) return absl::DataLossError("not a class file");
  reader.U4();  // version
  if (!pool.Read(reader)) return absl::DataLossError("broken constant pool");
  reader.Bytes(6);                        // access, this, super
  reader.Bytes(size_t{reader.U2()} * 2);  // interfaces
  SkipFields(reader, pool);
  const uint32_t methods = reader.U2();
  std::optional<MethodDebugInfo> found;
  for (uint32_t i = 0; i < methods && !reader.failed() && !found; ++i) {
    reader.U2();  // access
    const std::string_view method_name = pool.Text(reader.U2());
    const std::string_view method_descriptor = pool.Text(reader.U2());
    const bool wanted = method_name == name && method_descriptor == descriptor;
    ForEachAttribute(reader, pool, [&](std::string_view attribute, Reader content) {
      if (wanted && attribute == "Code") found = ReadCode(content, pool);
    });
  }
  if (reader.failed()) return absl::DataLossError("the class file ends too soon");
  if (!found) return absl::NotFoundError("no such method with code");
  return *std::move(found);
}

}  // namespace taproot
