#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "attach/jvm_process.h"
#include "support/catch.h"
#include "support/fake_proc.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

class Machine {
 public:
  Machine() {
    Add(1, "com.acme.Server");
    Add(2, "com.acme.ServerTools");
    Add(3, "/opt/shop-1.2.jar");
    Add(4, "acme.web/com.acme.web.Front");
    Add(5, "org.other.Batch");
  }
  void Add(pid_t pid, std::string main) const {
    proc_.Add({.pid = pid,
               .command_line = {"java", main},
               .maps = test::MapLine("/opt/jdk/lib/server/libjvm.so")});
  }
  pid_t Find(std::string_view text) const {
    const absl::StatusOr<JvmProcess> found = FindTarget(text, proc_.path());
    CAPTURE(found.status().ToString());
    REQUIRE(found.ok());
    return found->pid;
  }
  absl::StatusOr<JvmProcess> FindWhole(std::string_view text) const {
    return FindNamed(text, proc_.path());
  }
  absl::Status Fail(std::string_view text) const { return FindTarget(text, proc_.path()).status(); }

 private:
  test::FakeProc proc_;
};

TEST_CASE("A target is a pid, or what a JVM is called", "[attach]") {
  const Machine machine;
  CHECK(machine.Find("2") == 2);
  CHECK(machine.Find("com.acme.Server") == 1);
  CHECK(machine.Find("Server") == 1);
  CHECK(machine.Find("/opt/shop-1.2.jar") == 3);
  CHECK(machine.Find("shop-1.2.jar") == 3);
  CHECK(machine.Find("shop-1.2") == 3);
  CHECK(machine.Find("com.acme.web.Front") == 4);
  CHECK(machine.Find("Front") == 4);
}

TEST_CASE("A JVM can be found by its whole name alone", "[attach]") {
  const Machine machine;
  for (const auto& [text, pid] : {std::pair("/opt/shop-1.2.jar", 3), std::pair("Server", 1)}) {
    const absl::StatusOr<JvmProcess> found = machine.FindWhole(text);
    REQUIRE(found.ok());
    CHECK(found->pid == pid);
  }
  for (const char* text : {"Tools", "shop", "3"})
    CHECK(absl::IsNotFound(machine.FindWhole(text).status()));
}

TEST_CASE("A part of a name that only one has will do", "[attach]") {
  const Machine machine;
  CHECK(machine.Find("Tools") == 2);
  CHECK(machine.Find("shop") == 3);
  CHECK(machine.Find("batch") == 5);
}

TEST_CASE("A part that several have does not choose", "[attach]") {
  const Machine machine;
  const absl::Status status = machine.Fail("Serv");
  CHECK(status.code() == absl::StatusCode::kFailedPrecondition);
  CHECK_THAT(std::string(status.message()), ContainsSubstring("1 com.acme.Server, 2 com.acme.Ser"));
}

TEST_CASE("Of many that fit only the first are named", "[attach]") {
  const Machine machine;
  for (pid_t pid = 10; pid < 40; ++pid) machine.Add(pid, absl::StrCat("many.Jvm", pid));
  CHECK_THAT(std::string(machine.Fail("many").message()),
             ContainsSubstring("19 many.Jvm19, and 20 more"));
}

TEST_CASE("A name that nobody has says who is there", "[attach]") {
  const Machine machine;
  const absl::Status status = machine.Fail("Nobody");
  CHECK(status.code() == absl::StatusCode::kNotFound);
  CHECK_THAT(std::string(status.message()), ContainsSubstring("5 org.other.Batch"));
  const test::FakeProc nobody;
  CHECK_THAT(std::string(FindTarget("x", nobody.path()).status().message()),
             ContainsSubstring("none at all"));
}

TEST_CASE("Numbers are pids, however long", "[attach]") {
  const Machine machine;
  CHECK(machine.Fail("99").code() == absl::StatusCode::kNotFound);
  CHECK(machine.Fail("0").code() == absl::StatusCode::kNotFound);
  CHECK(machine.Fail("99999999999999999999").code() == absl::StatusCode::kNotFound);
  CHECK(machine.Fail("").code() == absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace taproot
