#include <sys/types.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "attach/jvm_process.h"

namespace taproot {
namespace {

constexpr size_t kMaxNamed = 10;

bool IsNumber(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char letter) {
    return absl::ascii_isdigit(letter);
  });
}

// What follows the last of these letters.
std::string_view After(std::string_view text, std::string_view letters) {
  const size_t at = text.find_last_of(letters);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

// com.acme.Main, Main; /opt/app.jar, app.jar, app; module/com.acme.Main, com.acme.Main, Main.
bool IsCalled(const JvmProcess& process, std::string_view text) {
  const std::string_view full = process.main_class;
  const std::string_view file = After(full, "/");
  if (text == full || text == file) return true;
  std::string_view jar = file;
  if (absl::ConsumeSuffix(&jar, ".jar")) return text == jar;
  return text == After(file, ".$");
}

bool HasInName(const JvmProcess& process, std::string_view text) {
  return absl::StrContains(process.main_class, text);
}

bool HasInNameInAnyCase(const JvmProcess& process, std::string_view text) {
  return absl::StrContains(absl::AsciiStrToLower(process.main_class), absl::AsciiStrToLower(text));
}

std::string Names(const std::vector<JvmProcess>& processes) {
  std::string names;
  for (const JvmProcess& process : processes) {
    if (&process == &processes[0] + kMaxNamed) {
      absl::StrAppend(&names, ", and ", processes.size() - kMaxNamed, " more");
      break;
    }
    absl::StrAppend(&names, names.empty() ? "" : ", ", process.pid, " ", process.main_class);
  }
  return names;
}

absl::Status NoneFits(std::string_view text, const std::vector<JvmProcess>& all) {
  if (all.empty()) {
    return absl::NotFoundError(absl::StrCat(
        "no JVM is called '", text, "': we see none at all; those of other users need root"));
  }
  return absl::NotFoundError(absl::StrCat("no JVM is called '", text, "': there are ", Names(all)));
}

using Fits = bool (*)(const JvmProcess&, std::string_view);

// By the first of these that fits any.
absl::StatusOr<JvmProcess> Choose(std::string_view text, std::initializer_list<Fits> ways,
                                  const std::string& proc) {
  if (text.empty()) return absl::InvalidArgumentError("the name of the JVM is empty");
  const std::vector<JvmProcess> all = ListJvms(proc);
  for (const Fits fits : ways) {
    std::vector<JvmProcess> fitting;
    std::ranges::copy_if(all, std::back_inserter(fitting),
                         [&](const JvmProcess& process) { return fits(process, text); });
    if (fitting.size() == 1) return std::move(fitting[0]);
    if (fitting.empty()) continue;
    return absl::FailedPreconditionError(absl::StrCat(fitting.size(), " JVMs fit '", text,
                                                      "', give the pid of one: ", Names(fitting)));
  }
  return NoneFits(text, all);
}

}  // namespace

absl::StatusOr<JvmProcess> FindTarget(std::string_view text, const std::string& proc) {
  if (IsNumber(text)) {
    pid_t pid = 0;
    if (absl::SimpleAtoi(text, &pid) && pid > 0) return InspectJvm(pid, proc);
    return absl::NotFoundError(absl::StrCat("there is no process ", text));
  }
  return Choose(text, {IsCalled, HasInName, HasInNameInAnyCase}, proc);
}

absl::StatusOr<JvmProcess> FindNamed(std::string_view text, const std::string& proc) {
  return Choose(text, {IsCalled}, proc);
}

}  // namespace taproot
