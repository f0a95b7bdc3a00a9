#include "wire/decoder.h"

#include <bit>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "wire/message_types.h"

namespace taproot::wire {
namespace {

// Reads what Writer has written. Once there is too little, all that follows is 0 and ok() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  uint32_t U32() { return static_cast<uint32_t>(Number(sizeof(uint32_t))); }
  uint64_t U64() { return Number(sizeof(uint64_t)); }
  int64_t I64() { return static_cast<int64_t>(U64()); }
  double F64() { return std::bit_cast<double>(U64()); }
  std::string Rest() { return std::string(std::exchange(bytes_, {})); }

  bool ok() const { return ok_; }
  bool finished() const { return ok_ && bytes_.empty(); }

 private:
  uint64_t Number(size_t size) {
    if (bytes_.size() < size) ok_ = false;
    if (!ok_) return 0;
    uint64_t value = 0;
    for (size_t i = size; i > 0; --i) value = value << 8 | static_cast<uint8_t>(bytes_[i - 1]);
    bytes_.remove_prefix(size);
    return value;
  }

  std::string_view bytes_;
  bool ok_ = true;
};

absl::Status MakesNoSense(std::string_view what) {
  return absl::DataLossError(absl::StrCat("what came over the socket makes no sense: ", what));
}

// A later version may say more after what this one knows.
absl::StatusOr<Message> ReadHello(Reader reader) {
  Hello hello;
  hello.version = reader.U32();
  hello.pid = reader.I64();
  if (!reader.ok() || hello.version == 0) return MakesNoSense("a greeting of the wrong length");
  return hello;
}

absl::StatusOr<Message> ReadProgress(Reader reader) {
  Progress progress;
  progress.fraction = reader.F64();
  progress.running_ms = reader.I64();
  const int64_t remaining = reader.I64();
  if (!reader.ok() || !(progress.fraction >= 0 && progress.fraction <= 1) ||
      progress.running_ms < 0 || remaining < kNotKnown) {
    return MakesNoSense("a progress that is none");
  }
  if (remaining != kNotKnown) progress.remaining_ms = remaining;
  progress.phase = reader.Rest();
  return progress;
}

absl::StatusOr<Message> ReadDone(Reader reader) {
  const uint32_t code = reader.U32();
  Done done{.status = {}, .leaks = reader.U64()};
  if (!reader.ok() || code > static_cast<uint32_t>(absl::StatusCode::kUnauthenticated)) {
    return MakesNoSense("an end that is none");
  }
  done.status = absl::Status(static_cast<absl::StatusCode>(code), reader.Rest());
  return done;
}

absl::StatusOr<std::optional<Message>> ReadMessage(uint32_t type, std::string_view payload) {
  Reader reader(payload);
  switch (static_cast<MessageType>(type)) {
    case MessageType::kHello:
      return ReadHello(reader);
    case MessageType::kProgress:
      return ReadProgress(reader);
    case MessageType::kNote:
      return Note{reader.Rest()};
    case MessageType::kResult:
      return Result{reader.Rest()};
    case MessageType::kDone:
      return ReadDone(reader);
    case MessageType::kCancel:
      if (!reader.finished()) return MakesNoSense("a wish to cancel that says more");
      return Cancel{};
  }
  return std::nullopt;
}

}  // namespace

void Decoder::Add(std::string_view bytes) {
  if (!broken_.ok()) return;
  bytes_.erase(0, std::exchange(at_, 0));
  bytes_.append(bytes);
}

absl::StatusOr<std::optional<Message>> Decoder::Next() {
  while (broken_.ok() && pending() >= kHeaderBytes) {
    const std::string_view rest = std::string_view(bytes_).substr(at_);
    Reader header(rest);
    const uint32_t type = header.U32();
    const uint32_t length = header.U32();
    if (type == 0 || length > kMaxPayload) {
      broken_ = MakesNoSense(absl::StrCat("a message of type ", type, " and ", length, " bytes"));
      break;
    }
    if (rest.size() < kHeaderBytes + length) return std::nullopt;
    at_ += kHeaderBytes + length;
    absl::StatusOr<std::optional<Message>> message =
        ReadMessage(type, rest.substr(kHeaderBytes, length));
    if (message.ok() && !message->has_value()) continue;
    if (!message.ok()) broken_ = message.status();
    return message;
  }
  if (!broken_.ok()) return broken_;
  return std::nullopt;
}

}  // namespace taproot::wire
