#include "cli/ps_command.h"

#include <nlohmann/json.hpp>

#include "support/catch.h"

namespace taproot {
namespace {

std::vector<JvmProcess> Two() {
  JvmProcess server;
  server.pid = 4711;
  server.namespace_pid = 7;
  server.uid = 4'000'000'000;  // that has no name
  server.main_class = "shop.jar";
  server.jdk_version = "17.0.15";
  server.collector = "G1";
  server.heap_used = 10 << 20;
  server.heap_limit = 64 << 20;
  server.agent_path = "/opt/libtaproot.so";
  server.other_pids = true;
  JvmProcess hidden;
  hidden.pid = 9;
  hidden.uid = 4'000'000'000;
  hidden.main_class = "java\xff";
  hidden.readable = false;
  return {server, hidden};
}

TEST_CASE("ps is a table with what is known", "[cli][ps]") {
  CHECK(PsText(Two()) ==
        " PID  USER        JDK      GC      HEAP        OF  AGENT  MAIN\n"
        "4711  4000000000  17.0.15  G1  10.0 MiB  64.0 MiB  yes    shop.jar  (container)\n"
        "   9  4000000000  -        -          -         -  -      java\xff  (another user's)\n");
  CHECK(PsText({}) == "PID  USER  JDK  GC  HEAP  OF  AGENT  MAIN\n");
}

TEST_CASE("ps as JSON has a member for each", "[cli][ps]") {
  const nlohmann::json json = nlohmann::json::parse(PsJson(Two()));
  REQUIRE(json.size() == 2);
  CHECK(json[0]["pid"] == 4711);
  CHECK(json[0]["namespacePid"] == 7);
  CHECK(json[0]["heapUsedBytes"] == 10 << 20);
  CHECK(json[0]["agent"] == "/opt/libtaproot.so");
  CHECK(json[0]["container"] == true);
  CHECK(json[1]["heapUsedBytes"].is_null());
  CHECK(json[1]["agent"].is_null());
  CHECK(json[1]["readable"] == false);
  CHECK(PsJson({}) == "[]\n");
}

}  // namespace
}  // namespace taproot
