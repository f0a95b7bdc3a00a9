#include "cli/conversation.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "support/catch.h"
#include "support/wire_ends.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using std::chrono::milliseconds;
using test::Listener;
using test::Say;
using test::WireEnds;

// What an agent says, and what comes of it.
struct Told {
  absl::StatusOr<AnswerFacts> facts = AnswerFacts{};
  std::string text;
  std::vector<wire::Progress> progress;
  std::vector<std::string> notes;
};

constexpr ConversationPatience kBrief{.silence = milliseconds(300), .goodbye = milliseconds(300)};

Told Listen(const wire::Socket& client, const std::atomic<bool>* cancelled = nullptr,
            const ConversationPatience& patience = {}) {
  Told told;
  const ConversationEvents events{
      .on_progress = [&](const wire::Progress& progress) { told.progress.push_back(progress); },
      .on_note = [&](std::string_view note) { told.notes.emplace_back(note); },
      .on_result =
          [&](std::string_view part) {
            told.text += part;
            return absl::OkStatus();
          }};
  told.facts = Converse(client, getpid(), events, cancelled, patience);
  return told;
}

// An agent that says all of this and hangs up.
Told After(const std::vector<wire::Message>& messages) {
  WireEnds ends;
  for (const wire::Message& message : messages) Say(ends.agent, message);
  ends.agent.Close();
  return Listen(ends.client);
}

std::string Words(const Told& told) { return std::string(told.facts.status().message()); }

TEST_CASE("An answer is heard with everything beside it", "[cli][reply]") {
  const Told told =
      After({wire::Hello{.pid = 7}, wire::Progress{.phase = "walking the heap", .fraction = 0.5},
             wire::Note{"a note"}, wire::Result{"the an"}, wire::Result{"swer\n"},
             wire::Done{.status = {}, .leaks = 3}});
  REQUIRE(told.facts.ok());
  CHECK(told.facts->leaks == 3);
  CHECK(told.text == "the answer\n");
  REQUIRE(told.progress.size() == 1);
  CHECK(told.progress[0].phase == "walking the heap");
  CHECK(told.notes == std::vector<std::string>{"a note"});
}

TEST_CASE("Who does not want to know of anything need not", "[cli][reply]") {
  WireEnds ends;
  for (const wire::Message& message :
       std::vector<wire::Message>{wire::Hello{}, wire::Progress{.phase = "x"}, wire::Note{"n"},
                                  wire::Result{"r"}, wire::Done{.status = {}, .leaks = 1}}) {
    Say(ends.agent, message);
  }
  CHECK(Converse(ends.client, getpid(), {}, nullptr)->leaks == 1);
}

TEST_CASE("The agent's error is the answer", "[cli][reply]") {
  const Told told =
      After({wire::Hello{}, wire::Done{.status = absl::NotFoundError("no class named no.Such")}});
  CHECK(told.facts.status() == absl::NotFoundError("no class named no.Such"));
}

TEST_CASE("What goes to a terminal is printable", "[cli][reply]") {
  const Told told =
      After({wire::Hello{}, wire::Progress{.phase = "\033[2J x\xc3\xa4"}, wire::Note{"\a\r"},
             wire::Done{.status = absl::AbortedError("\033]0;title\007\nnext")}});
  CHECK(told.progress[0].phase == "?[2J x\xc3\xa4");
  CHECK(told.notes[0] == "??");
  CHECK(Words(told) == "?]0;title?\nnext");
}

TEST_CASE("A process that ends before it has answered is told of", "[cli][reply]") {
  CHECK(absl::IsUnavailable(After({}).facts.status()));
  const Told told = After({wire::Hello{}, wire::Result{"half"}});
  CHECK(absl::IsUnavailable(told.facts.status()));
  CHECK_THAT(Words(told), ContainsSubstring("has closed the connection"));
  WireEnds ends;
  ends.agent.Close();
  constexpr pid_t kNobody = 0x7ffffff0;
  const absl::Status gone = Converse(ends.client, kNobody, {}, nullptr).status();
  CHECK_THAT(std::string(gone.message()), ContainsSubstring("has ended before it had answered"));
}

TEST_CASE("A process that is not gone yet when its connection is, is waited for", "[cli][reply]") {
  WireEnds ends;
  const pid_t child = fork();
  if (child == 0) {
    ends.agent.Close();
    std::this_thread::sleep_for(milliseconds(200));
    _exit(0);
  }
  ends.agent.Close();
  const absl::Status gone = Converse(ends.client, child, {}, nullptr).status();
  waitpid(child, nullptr, 0);
  CHECK_THAT(std::string(gone.message()), ContainsSubstring("has ended before it had answered"));
}

TEST_CASE("An agent of another version is told apart", "[cli][reply]") {
  const Told told = After({wire::Hello{.version = 2}, wire::Note{"?"}});
  CHECK(absl::IsFailedPrecondition(told.facts.status()));
  CHECK_THAT(Words(told), ContainsSubstring("speaks 2, not 1"));
  CHECK(told.notes.empty());
}

TEST_CASE("What makes no sense ends the conversation", "[cli][reply]") {
  CHECK(absl::IsDataLoss(After({wire::Done{}}).facts.status()));
  CHECK(absl::IsDataLoss(After({wire::Hello{}, wire::Hello{}}).facts.status()));
  CHECK(absl::IsDataLoss(After({wire::Hello{}, wire::Cancel{}}).facts.status()));
  WireEnds ends;
  Say(ends.agent, "HTTP/1.1 400 Bad Request\r\n");
  CHECK(absl::IsDataLoss(Listen(ends.client).facts.status()));
}

TEST_CASE("An agent that falls silent is given up, and its work with it", "[cli][reply]") {
  WireEnds ends;
  Say(ends.agent, wire::Hello{});
  const Told told = Listen(ends.client, nullptr, kBrief);
  CHECK(absl::IsDeadlineExceeded(told.facts.status()));
  CHECK_THAT(Words(told), ContainsSubstring("it may be stopped"));
  ends.client.Close();
  Listener(ends.agent).Next<wire::Cancel>();
}

TEST_CASE("One that goes on to tell of its progress is waited for", "[cli][reply]") {
  WireEnds ends;
  std::thread agent([&] {
    Say(ends.agent, wire::Hello{});
    for (int i = 0; i < 8; ++i) {
      Say(ends.agent, wire::Progress{.phase = "counting"});
      std::this_thread::sleep_for(milliseconds(100));
    }
    Say(ends.agent, wire::Done{});
  });
  const Told told = Listen(ends.client, nullptr, {.silence = milliseconds(500)});
  agent.join();
  CHECK(told.facts.ok());
  CHECK(told.progress.size() == 8);
}

TEST_CASE("The wish to cancel is passed on, and the agent's word is waited for", "[cli][reply]") {
  WireEnds ends;
  std::atomic<bool> cancelled{false};
  std::thread agent([&] {
    Say(ends.agent, wire::Hello{});
    cancelled = true;
    Listener(ends.agent).Next<wire::Cancel>();
    Say(ends.agent, wire::Done{.status = absl::CancelledError("cancelled")});
  });
  const Told told = Listen(ends.client, &cancelled);
  agent.join();
  CHECK(absl::IsCancelled(told.facts.status()));
}

TEST_CASE("An answer that was on its way when the wish came is taken", "[cli][reply]") {
  WireEnds ends;
  const std::atomic<bool> cancelled{true};
  Say(ends.agent, wire::Hello{});
  Say(ends.agent, wire::Result{"all"});
  Say(ends.agent, wire::Done{});
  const Told told = Listen(ends.client, &cancelled);
  CHECK(told.facts.ok());
  CHECK(told.text == "all");
}

TEST_CASE("Who does not listen to the wish is left", "[cli][reply]") {
  const std::atomic<bool> cancelled{true};
  WireEnds silent;
  Say(silent.agent, wire::Hello{});
  CHECK(absl::IsCancelled(
      Listen(silent.client, &cancelled, {.goodbye = milliseconds(200)}).facts.status()));
  WireEnds gone;
  gone.agent.Close();
  CHECK(absl::IsCancelled(Listen(gone.client, &cancelled).facts.status()));
}

TEST_CASE("An answer that cannot be kept ends the work", "[cli][reply]") {
  WireEnds ends;
  Say(ends.agent, wire::Hello{});
  Say(ends.agent, wire::Result{"part"});
  Say(ends.agent, wire::Result{"part"});
  int parts = 0;
  const ConversationEvents events{.on_result = [&](std::string_view) {
    ++parts;
    return absl::ResourceExhaustedError("the disk is full");
  }};
  CHECK(Converse(ends.client, getpid(), events, nullptr).status() ==
        absl::ResourceExhaustedError("the disk is full"));
  CHECK(parts == 1);
  ends.client.Close();
  Listener(ends.agent).Next<wire::Cancel>();
}

}  // namespace
}  // namespace taproot
