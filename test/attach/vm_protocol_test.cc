#include "attach/vm_protocol.h"

#include <string>

#include "support/catch.h"

namespace taproot {
namespace {

using namespace std::string_literals;
using Catch::Matchers::ContainsSubstring;

absl::Status LoadReply(std::string_view bytes) {
  const absl::StatusOr<VmReply> reply = ParseReply(bytes);
  return reply.ok() ? ReadLoadReply(*reply, "/opt/libtaproot.so") : reply.status();
}

TEST_CASE("A request of version 1 has three arguments", "[attach]") {
  CHECK(EncodeRequest(ProtocolVersion::kOne, "load", {"/a.so", "true", "x=y"}).value() ==
        "1\0load\0/a.so\0true\0x=y\0"s);
  CHECK(EncodeRequest(ProtocolVersion::kOne, "getversion", {"options"}).value() ==
        "1\0getversion\0options\0\0\0"s);
}

TEST_CASE("A request of version 2 says how long it is", "[attach]") {
  CHECK(EncodeRequest(ProtocolVersion::kTwo, "load", {"/a.so", "true", "x"}).value() ==
        "2\0"s + "18\0load\0/a.so\0true\0x\0"s);
}

TEST_CASE("A request that does not fit is none", "[attach]") {
  const std::string longest(kLongestArgument, 'x');
  CHECK(EncodeRequest(ProtocolVersion::kOne, "load", {longest}).ok());
  CHECK_FALSE(EncodeRequest(ProtocolVersion::kOne, "load", {longest + "x"}).ok());
  CHECK(EncodeRequest(ProtocolVersion::kTwo, "load", {longest + "x"}).ok());
  CHECK_FALSE(
      EncodeRequest(ProtocolVersion::kTwo, "load", {std::string(kLongestRequest, 'x')}).ok());
  CHECK_FALSE(EncodeRequest(ProtocolVersion::kOne, "load", {"a", "b", "c", "d"}).ok());
  CHECK_FALSE(EncodeRequest(ProtocolVersion::kOne, "load", {"a\0b"s}).ok());
}

TEST_CASE("An agent that has been loaded is fine", "[attach]") {
  CHECK(LoadReply("0\nreturn code: 0\n").ok());
  CHECK(LoadReply("0\nreturn code: 0").ok());
  CHECK(LoadReply("0\nsomething before it\nreturn code: 0\n").ok());
}

TEST_CASE("An agent that says no has refused the command", "[attach]") {
  const absl::Status status = LoadReply("0\nreturn code: -1\n");
  CHECK(status.code() == absl::StatusCode::kAborted);
  CHECK_THAT(std::string(status.message()), ContainsSubstring("return code -1"));
  // Words of the library's name are no answer of the agent's.
  CHECK_FALSE(LoadReply("0\n/return code: 0/libtaproot.so was not loaded.\n").ok());
  CHECK_FALSE(LoadReply("0\nreturn code: zero\n").ok());
}

TEST_CASE("A load that failed may answer 0, so its text is read", "[attach]") {
  const absl::Status status = LoadReply(
      "0\n/opt/libtaproot.so was not loaded.\n/opt/libtaproot.so: cannot open shared object file: "
      "No such file or directory\n");
  CHECK(status.code() == absl::StatusCode::kUnavailable);
  CHECK_THAT(std::string(status.message()), ContainsSubstring("its side of the container"));
  CHECK_THAT(std::string(status.message()), !ContainsSubstring("\n"));
}

TEST_CASE("Each reason of a failed load has its advice", "[attach]") {
  const auto [words, advice] = GENERATE(table<std::string, std::string>(
      {{"cannot open shared object file: Permission denied", "may not read"},
       {"failed to map segment from shared object", "noexec"},
       {"version `GLIBC_2.38' not found", "newer system"},
       {"libc.musl-x86_64.so.1: cannot open shared object file", "musl"},
       {"wrong ELF class: ELFCLASS32", "another processor"},
       {"invalid ELF header", "no library"},
       {"file too short", "not whole"},
       {"Agent_OnAttach is not available in x", "no agent"},
       {"Dynamic agent loading is only permitted in the live phase", "only just starting"},
       {"java.lang.InternalError", "log"}}));
  const absl::Status status = LoadReply("0\n" + words + "\n");
  CAPTURE(words);
  CHECK(status.code() == absl::StatusCode::kUnavailable);
  CHECK_THAT(std::string(status.message()), ContainsSubstring(words));
  CHECK_THAT(std::string(status.message()), ContainsSubstring(advice));
}

TEST_CASE("A VM that loads no agents says so", "[attach]") {
  const absl::Status status = LoadReply(
      "-1\nDynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading to launch "
      "target VM.");
  CHECK(status.code() == absl::StatusCode::kFailedPrecondition);
  CHECK_THAT(std::string(status.message()), ContainsSubstring("-agentpath"));
}

TEST_CASE("A VM that is only just starting is told from one that refuses", "[attach]") {
  CHECK(IsTooEarly(
      ParseReply("0\nDynamic agent loading is only permitted in the live phase\n").value()));
  CHECK_FALSE(IsTooEarly(ParseReply("0\nreturn code: 0\n").value()));
}

TEST_CASE("A reply without words, without a number, and none at all are errors", "[attach]") {
  CHECK(LoadReply("").code() == absl::StatusCode::kUnavailable);
  CHECK(LoadReply("0\n").code() == absl::StatusCode::kUnavailable);
  CHECK(LoadReply("101").code() == absl::StatusCode::kUnavailable);
  CHECK(LoadReply("HTTP/1.1 400 Bad Request\r\n").code() == absl::StatusCode::kInvalidArgument);
  CHECK(LoadReply("\n0\n").code() == absl::StatusCode::kInvalidArgument);
}

TEST_CASE("What a VM says is cut where nobody reads on", "[attach]") {
  const absl::Status status = LoadReply("0\n" + std::string(100'000, 'x'));
  CHECK(status.message().size() < 2000);
}

TEST_CASE("A VM of version 2 says so, and an old one does not know the question", "[attach]") {
  CHECK(ReadVersion(ParseReply("0\n2 streaming").value()) == ProtocolVersion::kTwo);
  CHECK(ReadVersion(ParseReply("0\n2").value()) == ProtocolVersion::kTwo);
  CHECK(ReadVersion(ParseReply("0\n1").value()) == ProtocolVersion::kOne);
  CHECK(ReadVersion(ParseReply("-1\nOperation getversion not recognized!").value()) ==
        ProtocolVersion::kOne);
  CHECK(ReadVersion(ParseReply("0\n").value()) == ProtocolVersion::kOne);
}

}  // namespace
}  // namespace taproot
