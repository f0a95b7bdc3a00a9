#include "control/reply_session.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <new>
#include <string>
#include <thread>

#include "support/catch.h"
#include "support/wire_ends.h"

namespace taproot {
namespace {

using std::chrono::milliseconds;
using test::Listener;
using test::Say;
using test::WireEnds;
using Clock = std::chrono::steady_clock;

wire::Progress SomeProgress(const RequestHandle&) {
  return {.phase = "counting", .fraction = 0.5, .running_ms = 7};
}

ReplySession::Work Answering(std::function<absl::StatusOr<Answer>(RequestHandle&)> answer) {
  return {.answer = [answer = std::move(answer)](JNIEnv*,
                                                 RequestHandle& handle) { return answer(handle); },
          .look = &SomeProgress,
          .vm_is_ending = [] { return false; }};
}

// The session on a thread of its own, as in the JVM.
class Running {
 public:
  Running(wire::Socket socket, ReplySession::Work work)
      : session_(ReplyChannel(std::move(socket)), std::move(work)), thread_([this] {
          session_.Run(nullptr);
          session_.channel() = ReplyChannel(wire::Socket());  // as at the session's end
        }) {}
  ~Running() { thread_.join(); }

 private:
  ReplySession session_;
  std::thread thread_;
};

// Work that ends when it is told to.
absl::StatusOr<Answer> UntilCancelled(RequestHandle& handle) {
  Progress progress;
  handle.Attach(&progress);
  const Clock::time_point begin = Clock::now();
  while (!progress.cancelled() && Clock::now() - begin < std::chrono::seconds(10)) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  handle.Attach(nullptr);
  if (progress.cancelled()) return absl::CancelledError("cancelled");
  return absl::InternalError("nobody has cancelled");
}

size_t DescriptorCount() {
  return static_cast<size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

TEST_CASE("An answer comes in parts, with what is to be known of it", "[control][reply]") {
  WireEnds ends;
  const std::string text(3 * wire::kResultChunk + 5, 't');
  Running running(std::move(ends.agent), Answering([&](RequestHandle&) -> absl::StatusOr<Answer> {
                    return Answer{.text = text, .facts = {.leaks = 3}};
                  }));
  std::string heard;
  wire::Done done;
  int parts = 0;
  for (const wire::Message& message : Listener(ends.client).All()) {
    if (const auto* result = std::get_if<wire::Result>(&message)) {
      heard += result->bytes;
      ++parts;
    } else if (const auto* end = std::get_if<wire::Done>(&message)) {
      done = *end;
    }
  }
  CHECK(heard == text);
  CHECK(parts == 4);
  CHECK(done == wire::Done{.status = {}, .leaks = 3});
}

TEST_CASE("Patterns that name nothing are told beside the answer", "[control][reply]") {
  WireEnds ends;
  Running running(std::move(ends.agent), Answering([](RequestHandle&) -> absl::StatusOr<Answer> {
                    return Answer{.text = "none", .facts = {.unknown_patterns = 2}};
                  }));
  CHECK(Listener(ends.client).Next<wire::Note>() ==
        wire::Note{"patterns to watch that name no class that is loaded: 2"});
}

TEST_CASE("An empty answer is one", "[control][reply]") {
  WireEnds ends;
  Running running(std::move(ends.agent),
                  Answering([](RequestHandle&) { return absl::StatusOr<Answer>(Answer{}); }));
  CHECK(Listener(ends.client).Next<wire::Done>() == wire::Done{});
}

TEST_CASE("What went wrong is told with its code", "[control][reply]") {
  WireEnds ends;
  Running running(std::move(ends.agent), Answering([](RequestHandle&) -> absl::StatusOr<Answer> {
                    return absl::NotFoundError("no such class");
                  }));
  CHECK(Listener(ends.client).Next<wire::Done>().status == absl::NotFoundError("no such class"));
}

TEST_CASE("Work without memory ends in an error for who asked", "[control][reply]") {
  WireEnds ends;
  Running running(std::move(ends.agent), Answering([](RequestHandle&) -> absl::StatusOr<Answer> {
                    throw std::bad_alloc();
                  }));
  const wire::Done done = Listener(ends.client).Next<wire::Done>();
  CHECK(done.status == absl::ResourceExhaustedError("the agent ran out of memory"));
}

TEST_CASE("Progress is told several times a second, until the wish to cancel ends it",
          "[control][reply]") {
  WireEnds ends;
  Running running(std::move(ends.agent), Answering(&UntilCancelled));
  Listener listener(ends.client);
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < 5; ++i) {
    const wire::Progress progress = listener.Next<wire::Progress>();
    CHECK(progress.phase == "counting");
    CHECK(progress.fraction == 0.5);
  }
  CHECK(Clock::now() - begin < std::chrono::seconds(3));
  Say(ends.client, wire::Cancel{});
  CHECK(absl::IsCancelled(listener.Next<wire::Done>().status));
}

TEST_CASE("To hang up, or to talk nonsense, ends the work", "[control][reply]") {
  WireEnds hang_up;
  WireEnds nonsense;
  const Clock::time_point begin = Clock::now();
  {
    Running first(std::move(hang_up.agent), Answering(&UntilCancelled));
    Running second(std::move(nonsense.agent), Answering(&UntilCancelled));
    Listener(hang_up.client).Next<wire::Progress>();
    hang_up.client.Close();
    Say(nonsense.client, "\xff\xff\xff\xff\xff\xff\xff\xff");
    CHECK(absl::IsCancelled(Listener(nonsense.client).Next<wire::Done>().status));
  }
  CHECK(Clock::now() - begin < std::chrono::seconds(3));
}

TEST_CASE("Who hangs up before the work begins ends it", "[control][reply]") {
  WireEnds ends;
  ends.client.Close();
  std::atomic<bool> was_cancelled{false};
  {
    Running running(std::move(ends.agent), Answering([&](RequestHandle& handle) {
                      absl::StatusOr<Answer> answer = UntilCancelled(handle);
                      was_cancelled = absl::IsCancelled(answer.status());
                      return answer;
                    }));
  }
  CHECK(was_cancelled);
}

TEST_CASE("At the end of the JVM work ends, and says why", "[control][reply]") {
  WireEnds ends;
  std::atomic<bool> ending{false};
  ReplySession::Work work = Answering(&UntilCancelled);
  work.vm_is_ending = [&] { return ending.load(); };
  Running running(std::move(ends.agent), std::move(work));
  Listener listener(ends.client);
  listener.Next<wire::Progress>();
  ending = true;
  CHECK(listener.Next<wire::Done>().status == absl::UnavailableError("the JVM is ending"));
}

TEST_CASE("Who stops to read during the work does not hold it up", "[control][reply]") {
  WireEnds ends;
  const int small = 4096;
  setsockopt(ends.agent.get(), SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
  std::atomic<bool> done{false};
  Running running(std::move(ends.agent), Answering([&](RequestHandle&) {
                    std::this_thread::sleep_for(milliseconds(1500));
                    done = true;
                    return absl::StatusOr<Answer>(Answer{.text = "late", .facts = {}});
                  }));
  const Clock::time_point begin = Clock::now();
  while (!done && Clock::now() - begin < std::chrono::seconds(10)) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  CHECK(done);
  Listener listener(ends.client);
  CHECK(listener.Next<wire::Result>().bytes == "late");
  CHECK(listener.Next<wire::Done>().status.ok());
}

TEST_CASE("A client that takes nothing of the answer is given up", "[control][reply]") {
  WireEnds ends;
  ReplyChannel channel(std::move(ends.agent));
  const wire::Patience brief{.stall = milliseconds(200), .whole = milliseconds(5000)};
  const absl::Status sent = channel.Finish(Answer{.text = std::string(8 << 20, 't'), .facts = {}},
                                           brief, [] { return false; });
  CHECK(absl::IsDeadlineExceeded(sent));
}

TEST_CASE("To cancel in the middle of the answer ends it with that word", "[control][reply]") {
  WireEnds ends;
  Running running(
      std::move(ends.agent), Answering([](RequestHandle&) {
        return absl::StatusOr<Answer>(Answer{.text = std::string(16 << 20, 't'), .facts = {}});
      }));
  Listener listener(ends.client);
  listener.Next<wire::Result>();
  Say(ends.client, wire::Cancel{});
  CHECK(absl::IsCancelled(listener.Next<wire::Done>().status));
}

TEST_CASE("Many sessions leave no thread and no descriptor", "[control][reply]") {
  const auto one = [](int i) {
    WireEnds ends;
    Running running(std::move(ends.agent), Answering([](RequestHandle&) {
                      return absl::StatusOr<Answer>(Answer{.text = "x", .facts = {}});
                    }));
    if (i % 2 == 0) return;
    Listener(ends.client).All();
  };
  one(1);
  const size_t descriptors = DescriptorCount();
  for (int i = 0; i < 200; ++i) one(i);
  CHECK(DescriptorCount() == descriptors);
}

TEST_CASE("A refusal is told in a moment, whether or not somebody listens", "[control][reply]") {
  WireEnds ends;
  {
    ReplyChannel channel(std::move(ends.agent));
    channel.Refuse(absl::InvalidArgumentError("unknown verb"));
  }
  CHECK(Listener(ends.client).Next<wire::Done>().status ==
        absl::InvalidArgumentError("unknown verb"));
  WireEnds gone;
  gone.client.Close();
  ReplyChannel channel(std::move(gone.agent));
  channel.Refuse(absl::InvalidArgumentError("unknown verb"));
}

}  // namespace
}  // namespace taproot
