#include "attach/vm_protocol.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace taproot {
namespace {

constexpr size_t kArguments = 3;  // of version 1
constexpr std::string_view kReturnCode = "return code: ";
constexpr size_t kLongestQuote = 1000;

void AddWord(std::string_view word, std::string& request) {
  request.append(word);
  request.push_back('\0');
}

// What the VM, or the loader of the system, says; and what to do about it.
constexpr std::pair<std::string_view, std::string_view> kHints[] = {
    {"No such file or directory",
     "the JVM does not see that file: give a path that is good on its side of the container"},
    {"Permission denied",
     "the JVM's user may not read that file: make it, and the folders above it, readable"},
    {"failed to map segment",
     "the folder is mounted noexec: have /tmp, /var/tmp or /dev/shm of the JVM mounted with exec"},
    {"GLIBC",
     "the library was built on a newer system than the JVM's: take one that was built on "
     "the oldest system you run"},
    {"GLIBCXX", "the library was built on a newer system than the JVM's"},
    {"libc.musl", "the library was built for musl, and the JVM is not"},
    {"wrong ELF class", "the library is for another processor than the JVM"},
    {"invalid ELF header", "the file is no library: copy it again"},
    {"file too short", "the file is not whole: copy it again"},
    {"live phase", "the JVM is only just starting: try again"},
    {"Agent_OnAttach", "the file is no agent: is it libtaproot.so?"},
};

std::string_view HintFor(std::string_view text) {
  for (const auto& [words, hint] : kHints) {
    if (absl::StrContains(text, words)) return hint;
  }
  return "its log may say more";
}

// One line, and no more than one can read.
std::string Quote(std::string_view text) {
  std::string quote(text.substr(0, kLongestQuote));
  for (char& letter : quote) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(letter))) letter = ' ';
  }
  return quote;
}

// The number behind the last "return code: " at the beginning of a line.
std::optional<int> ReturnCode(std::string_view text) {
  size_t at = text.rfind(kReturnCode);
  while (at != std::string_view::npos && at > 0 && text[at - 1] != '\n') {
    at = text.rfind(kReturnCode, at - 1);
  }
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + kReturnCode.size());
  int code = 0;
  if (!absl::SimpleAtoi(text.substr(0, text.find_first_of("\r\n")), &code)) return std::nullopt;
  return code;
}

}  // namespace

absl::StatusOr<std::string> EncodeRequest(ProtocolVersion version, std::string_view command,
                                          std::initializer_list<std::string_view> arguments) {
  const bool first = version == ProtocolVersion::kOne;
  std::string words;
  AddWord(command, words);
  for (std::string_view argument : arguments) {
    if (absl::StrContains(argument, '\0')) {
      return absl::InvalidArgumentError("a request to the JVM cannot have a zero byte in it");
    }
    if (first && argument.size() > kLongestArgument) {
      return absl::InvalidArgumentError("a request to the JVM is too long");
    }
    AddWord(argument, words);
  }
  if (first && arguments.size() > kArguments) {
    return absl::InvalidArgumentError("a request to the JVM has too many arguments");
  }
  for (size_t i = arguments.size(); first && i < kArguments; ++i) AddWord("", words);
  if (words.size() > kLongestRequest) {
    return absl::InvalidArgumentError("a request to the JVM is too long");
  }
  std::string request;
  AddWord(first ? "1" : "2", request);
  if (!first) AddWord(absl::StrCat(words.size()), request);
  return request + words;
}

absl::StatusOr<VmReply> ParseReply(std::string_view bytes) {
  if (bytes.empty()) {
    return absl::UnavailableError("it has closed the connection without an answer");
  }
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  VmReply reply;
  if (!absl::SimpleAtoi(bytes.substr(0, end), &reply.code)) {
    return absl::InvalidArgumentError(
        absl::StrCat("it answers what no JVM does: ", Quote(bytes.substr(0, end))));
  }
  reply.text = absl::StripAsciiWhitespace(bytes.substr(end));
  return reply;
}

ProtocolVersion ReadVersion(const VmReply& reply) {
  int version = 0;
  const std::string_view text = reply.text;
  const bool understood =
      reply.code == 0 && absl::SimpleAtoi(text.substr(0, text.find(' ')), &version);
  return understood && version >= 2 ? ProtocolVersion::kTwo : ProtocolVersion::kOne;
}

bool IsTooEarly(const VmReply& reply) {
  return absl::StrContains(reply.text, "only permitted in the live phase");
}

absl::Status ReadLoadReply(const VmReply& reply, std::string_view library) {
  if (const std::optional<int> code = ReturnCode(reply.text)) {
    if (*code == 0) return absl::OkStatus();
    return absl::AbortedError(absl::StrCat("the agent has refused the command (return code ", *code,
                                           "): the log of the JVM, mostly its standard error, "
                                           "says why"));
  }
  if (absl::StrContains(reply.text, "Dynamic agent loading is not enabled")) {
    return absl::FailedPreconditionError(
        "it was started with -XX:-EnableDynamicAgentLoading and takes no agent: restart it without "
        "that, or with -agentpath:");
  }
  if (reply.text.empty()) {
    return absl::UnavailableError(absl::StrCat("it does not say whether ", library,
                                               " was loaded (code ", reply.code,
                                               "): try again; its log may say more"));
  }
  return absl::UnavailableError(absl::StrCat("it could not load ", library, ": ", Quote(reply.text),
                                             "; ", HintFor(reply.text)));
}

}  // namespace taproot
