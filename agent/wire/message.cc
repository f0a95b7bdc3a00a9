#include "wire/message.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "wire/message_types.h"

namespace taproot::wire {
namespace {

// Appends numbers and texts to a message.
class Writer {
 public:
  explicit Writer(MessageType type) {
    U32(static_cast<uint32_t>(type));
    U32(0);
  }

  void U32(uint32_t value) { Number(value, sizeof value); }
  void U64(uint64_t value) { Number(value, sizeof value); }
  void I64(int64_t value) { U64(static_cast<uint64_t>(value)); }
  void F64(double value) { U64(std::bit_cast<uint64_t>(value)); }
  void Text(std::string_view text) { bytes_.append(text.substr(0, kMaxText)); }
  void Bytes(std::string_view bytes) { bytes_.append(bytes.substr(0, kMaxPayload)); }

  std::string Finish() && {
    uint64_t length = bytes_.size() - kHeaderBytes;
    for (size_t i = 0; i < sizeof(uint32_t); ++i, length >>= 8) {
      bytes_[sizeof(uint32_t) + i] = static_cast<char>(length & 0xff);
    }
    return std::move(bytes_);
  }

 private:
  void Number(uint64_t value, size_t size) {
    for (; size > 0; --size, value >>= 8) bytes_ += static_cast<char>(value & 0xff);
  }

  std::string bytes_;
};

void Write(const Hello& hello, Writer& writer) {
  writer.U32(hello.version);
  writer.I64(hello.pid);
}

void Write(const Progress& progress, Writer& writer) {
  writer.F64(std::isfinite(progress.fraction) ? std::clamp(progress.fraction, 0.0, 1.0) : 0);
  writer.I64(std::max<int64_t>(progress.running_ms, 0));
  writer.I64(std::max<int64_t>(progress.remaining_ms.value_or(kNotKnown), kNotKnown));
  writer.Text(progress.phase);
}

void Write(const Note& note, Writer& writer) { writer.Text(note.text); }

void Write(const Result& result, Writer& writer) { writer.Bytes(result.bytes); }

void Write(const Done& done, Writer& writer) {
  writer.U32(static_cast<uint32_t>(done.status.code()));
  writer.U64(done.leaks);
  writer.Text(done.status.message());
}

void Write(const Cancel&, Writer&) {}

}  // namespace

std::string Encode(const Message& message) {
  Writer writer(static_cast<MessageType>(message.index() + 1));
  std::visit([&](const auto& body) { Write(body, writer); }, message);
  return std::move(writer).Finish();
}

}  // namespace taproot::wire
