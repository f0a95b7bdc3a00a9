#include "support/perf_data_writer.h"

#include <cstring>

namespace taproot::test {
namespace {

template <typename Number>
void Add(Number number, std::string& bytes) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof raw);
}

constexpr uint32_t kHeader = 32;
constexpr uint32_t kEntry = 20;

}  // namespace

PerfDataWriter& PerfDataWriter::Number(std::string_view name, int64_t value) {
  std::string data;
  Add(value, data);
  Entry(name, 'J', data, 0);
  return *this;
}

PerfDataWriter& PerfDataWriter::Text(std::string_view name, std::string_view value) {
  const std::string data = std::string(value) + '\0';
  Entry(name, 'B', data, static_cast<uint32_t>(data.size()));
  return *this;
}

std::string PerfDataWriter::Bytes(bool accessible) const {
  std::string bytes = "\xca\xfe\xc0\xc0";
  bytes += {1, 2, 0, accessible ? char{1} : char{0}};  // little endian, version 2.0
  Add(static_cast<uint32_t>(kHeader + entries_.size()), bytes);
  Add(uint32_t{0}, bytes);
  Add(uint64_t{0}, bytes);
  Add(kHeader, bytes);
  Add(count_, bytes);
  bytes += entries_;
  bytes.append(512, '\0');
  return bytes;
}

void PerfDataWriter::Entry(std::string_view name, char type, std::string data, uint32_t elements) {
  const auto data_at = static_cast<uint32_t>((kEntry + name.size() + 1 + 7) / 8 * 8);
  const auto length = static_cast<uint32_t>((data_at + data.size() + 7) / 8 * 8);
  std::string entry;
  Add(length, entry);
  Add(kEntry, entry);
  Add(elements, entry);
  entry += {type, 0, 1, 1};
  Add(data_at, entry);
  entry += name;
  entry.resize(data_at, '\0');
  entry += data;
  entry.resize(length, '\0');
  entries_ += entry;
  ++count_;
}

std::string CountersOf(std::string_view command, std::string_view version) {
  return PerfDataWriter()
      .Text("sun.rt.javaCommand", command)
      .Text("java.rt.vmArgs", "-Xmx64m -XX:+UseG1GC")
      .Text("java.property.java.version", version)
      .Text("java.property.java.vm.vendor", "Debian")
      .Text("sun.gc.policy.name", "GarbageFirst")
      .Text("sun.rt.jvmCapabilities", "1100")
      .Number("sun.gc.generation.0.maxCapacity", (64 << 20) + 24)
      .Number("sun.gc.generation.0.space.0.used", 1 << 20)
      .Number("sun.gc.generation.1.maxCapacity", (64 << 20) + 8)
      .Number("sun.gc.generation.1.space.0.used", 2 << 20)
      .Bytes();
}

}  // namespace taproot::test
