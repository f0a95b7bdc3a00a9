#include "control/child_messages.h"

#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "snapshot/decoder.h"
#include "snapshot/encoder.h"

namespace taproot {
namespace {

using snapshot::IsRecord;

}  // namespace

// Found by the encoder and the decoder of snapshots, as the records of those are.
template <typename A, IsRecord<WatchQuestion> R>
void ForFields(A& archive, R& r) {
  archive(r.forget, r.recheck);
}

template <typename A, IsRecord<ForcedCollections> R>
void ForFields(A& archive, R& r) {
  archive(r.count, r.total_ms);
}

template <typename A, IsRecord<WatchReply> R>
void ForFields(A& archive, R& r) {
  archive(r.gone, r.collected, r.forced);
}

template <typename A, IsRecord<RoundDigest::Group> R>
void ForFields(A& archive, R& r) {
  archive(r.fingerprint, r.objects, r.bytes);
}

template <typename A, IsRecord<RoundDigest> R>
void ForFields(A& archive, R& r) {
  archive(r.when_ms, r.objects, r.bytes, r.groups);
}

namespace {

template <typename... Fields>
std::string Encoded(const Fields&... fields) {
  snapshot::Encoder encoder;
  encoder(fields...);
  return encoder.bytes();
}

template <typename... Fields>
absl::Status Decode(std::string_view bytes, Fields&... fields) {
  snapshot::Decoder decoder(std::as_bytes(std::span(bytes)));
  decoder(fields...);
  return decoder.finished() ? absl::OkStatus()
                            : absl::DataLossError("a message of the child makes no sense");
}

}  // namespace

// The facts come after the text, which may have hundreds of megabytes and is not copied.
std::string Encode(Answer answer) {
  static_assert(std::is_trivially_copyable_v<AnswerFacts>);
  answer.text.append(reinterpret_cast<const char*>(&answer.facts), sizeof answer.facts);
  return std::move(answer.text);
}

std::string Encode(const WatchQuestion& question) { return Encoded(question); }
std::string Encode(const WatchReply& reply) { return Encoded(reply); }
std::string Encode(const GrowthRoundResult& result) {
  return Encoded(result.digest, result.answer.has_value(), result.answer.value_or(""));
}

absl::StatusOr<Answer> DecodeAnswer(std::string bytes) {
  Answer answer;
  if (bytes.size() < sizeof answer.facts) {
    return absl::DataLossError("the child's answer has no end");
  }
  const size_t end = bytes.size() - sizeof answer.facts;
  std::memcpy(&answer.facts, bytes.data() + end, sizeof answer.facts);
  bytes.resize(end);
  answer.text = std::move(bytes);
  return answer;
}

absl::StatusOr<WatchQuestion> DecodeWatchQuestion(std::string_view bytes) {
  WatchQuestion question;
  if (absl::Status s = Decode(bytes, question); !s.ok()) return s;
  return question;
}

absl::StatusOr<WatchReply> DecodeWatchReply(std::string_view bytes) {
  WatchReply reply;
  if (absl::Status s = Decode(bytes, reply); !s.ok()) return s;
  return reply;
}

absl::StatusOr<GrowthRoundResult> DecodeGrowthRoundResult(std::string_view bytes) {
  GrowthRoundResult result;
  bool is_last = false;
  std::string answer;
  if (absl::Status s = Decode(bytes, result.digest, is_last, answer); !s.ok()) return s;
  if (is_last) result.answer = std::move(answer);
  return result;
}

}  // namespace taproot
