#include "wire/decoder.h"

#include <limits>
#include <vector>

#include "absl/strings/escaping.h"
#include "support/catch.h"
#include "support/random_graph.h"
#include "wire/message.h"

namespace taproot::wire {
namespace {

using Catch::Matchers::ContainsSubstring;

constexpr int64_t kLongest = std::numeric_limits<int64_t>::max();

std::vector<Message> AllKinds() {
  return {Hello{.pid = 4711},
          Progress{.phase = "walking the heap", .fraction = 0.25, .running_ms = 1500},
          Progress{.phase = "x", .fraction = 1, .running_ms = kLongest, .remaining_ms = 0},
          Note{"of three \xc3\xa4 things\nthe second"},
          Note{},
          Result{std::string("\0\xff bytes", 8)},
          Result{std::string(kMaxPayload, 'r')},
          Done{.status = {}, .leaks = std::numeric_limits<uint64_t>::max()},
          Done{.status = absl::NotFoundError("no class named no.Such is loaded")},
          Cancel{}};
}

std::string EncodedAll() {
  std::string bytes;
  for (const Message& message : AllKinds()) bytes += Encode(message);
  return bytes;
}

// All that is there; stops at an error.
absl::Status TakeAll(Decoder& decoder, std::vector<Message>& messages) {
  while (true) {
    absl::StatusOr<std::optional<Message>> next = decoder.Next();
    if (!next.ok()) return next.status();
    if (!next->has_value()) return absl::OkStatus();
    messages.push_back(**std::move(next));
  }
}

std::string Raw(uint32_t type, std::string_view payload) {
  std::string bytes;
  for (uint32_t number : {type, static_cast<uint32_t>(payload.size())}) {
    for (int i = 0; i < 4; ++i, number >>= 8) bytes += static_cast<char>(number & 0xff);
  }
  return bytes.append(payload);
}

absl::Status Refusal(std::string_view bytes) {
  Decoder decoder;
  decoder.Add(bytes);
  return decoder.Next().status();
}

TEST_CASE("Messages arrive as they were, however their bytes come", "[wire]") {
  const std::string bytes = EncodedAll();
  for (size_t step : {size_t{1'000'000'000}, size_t{4096}, size_t{7}}) {
    Decoder decoder;
    std::vector<Message> messages;
    for (size_t at = 0; at < bytes.size(); at += step) {
      decoder.Add(std::string_view(bytes).substr(at, step));
      REQUIRE(TakeAll(decoder, messages).ok());
    }
    CHECK(messages == AllKinds());
    CHECK(decoder.pending() == 0);
  }
}

TEST_CASE("The greeting stays as it is in every version", "[wire]") {
  const std::string bytes = Encode(Hello{.version = 0x01020304, .pid = 5});
  CHECK(bytes == std::string("\1\0\0\0\x0c\0\0\0\4\3\2\1\5\0\0\0\0\0\0\0", 20));
  // A later version may say more.
  Decoder decoder;
  decoder.Add(Raw(1, std::string("\2\0\0\0\5\0\0\0\0\0\0\0 and more", 21)));
  CHECK(decoder.Next()->value() == Message(Hello{.version = 2, .pid = 5}));
}

TEST_CASE("A message that is not whole is waited for", "[wire]") {
  const std::string bytes = Encode(Note{"a line"});
  for (size_t size = 0; size < bytes.size(); ++size) {
    Decoder decoder;
    decoder.Add(std::string_view(bytes).substr(0, size));
    CHECK_FALSE(decoder.Next()->has_value());
    CHECK(decoder.pending() == size);
    decoder.Add(std::string_view(bytes).substr(size));
    CHECK(decoder.Next()->value() == Message(Note{"a line"}));
  }
}

TEST_CASE("Kinds of message that a later version may have are left out", "[wire]") {
  Decoder decoder;
  decoder.Add(Raw(7, "new") + Raw(0xffffffff, "") + Encode(Cancel{}));
  CHECK(decoder.Next()->value() == Message(Cancel{}));
  CHECK_FALSE(decoder.Next()->has_value());
}

TEST_CASE("What is no message is refused, and all that follows", "[wire]") {
  const std::string zero(8, '\0');
  const std::string not_a_number("\0\0\0\0\0\0\xf8\x7f", 8);
  const std::string minus_two("\xfe\xff\xff\xff\xff\xff\xff\xff", 8);
  const std::vector<std::string> refused = {
      Raw(0, ""),                                  // no type
      std::string("\3\0\0\0\1\0\x10\0", 8),        // a byte longer than any may be
      std::string("\3\0\0\0\xff\xff\xff\xff", 8),  // 4 GiB
      Raw(1, "\1"),                                // a greeting that is cut off
      Raw(1, std::string(12, '\0')),               // version 0
      Raw(2, zero),
      Raw(2, not_a_number + zero + zero),
      Raw(2, zero + minus_two + zero),
      Raw(2, zero + zero + minus_two),
      Raw(5, "\1"),
      Raw(5, std::string("\x11\0\0\0", 4) + zero),  // no such code
      Raw(6, "more"),
  };
  for (const std::string& bytes : refused) {
    INFO(absl::CHexEscape(bytes));
    CHECK(absl::IsDataLoss(Refusal(bytes)));
    CHECK_THAT(std::string(Refusal(bytes).message()), ContainsSubstring("makes no sense: "));
    Decoder decoder;
    decoder.Add(bytes);
    CHECK_FALSE(decoder.Next().ok());
    decoder.Add(Encode(Cancel{}));
    CHECK(absl::IsDataLoss(decoder.Next().status()));
  }
}

TEST_CASE("What is too long is cut, and what is no number becomes one", "[wire]") {
  Decoder decoder;
  decoder.Add(Encode(Note{std::string(kMaxText + 1, 'n')}));
  CHECK(std::get<Note>(decoder.Next()->value()).text.size() == kMaxText);
  decoder.Add(Encode(Done{.status = absl::AbortedError(std::string(kMaxText + 1, 'n'))}));
  CHECK(std::get<Done>(decoder.Next()->value()).status.message().size() == kMaxText);
  decoder.Add(Encode(Result{std::string(kMaxPayload + 1, 'n')}));
  CHECK(std::get<Result>(decoder.Next()->value()).bytes.size() == kMaxPayload);
  decoder.Add(Encode(Progress{.phase = "x",
                              .fraction = std::numeric_limits<double>::quiet_NaN(),
                              .running_ms = -5,
                              .remaining_ms = -5}));
  CHECK(decoder.Next()->value() == Message(Progress{.phase = "x"}));
  decoder.Add(Encode(Progress{.phase = "x", .fraction = 7}));
  CHECK(std::get<Progress>(decoder.Next()->value()).fraction == 1);
}

TEST_CASE("Whatever comes, a decoder survives it", "[wire]") {
  test::Random random(1);
  const std::string good = EncodedAll().substr(0, 400);
  int understood = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = good;
    for (uint32_t i = random.Below(8); i > 0; --i) {
      bytes[random.Below(static_cast<uint32_t>(bytes.size()))] =
          static_cast<char>(random.Below(256));
    }
    Decoder decoder;
    decoder.Add(bytes);
    std::vector<Message> messages;
    const absl::Status status = TakeAll(decoder, messages);
    understood += status.ok();
    if (!status.ok()) CHECK(absl::IsDataLoss(status));
  }
  CHECK(understood > 100);
}

}  // namespace
}  // namespace taproot::wire
