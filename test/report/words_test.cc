#include "report/words.h"

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("Numbers are grouped by thousands", "[report]") {
  CHECK(Grouped(0) == "0");
  CHECK(Grouped(999) == "999");
  CHECK(Grouped(1000) == "1,000");
  CHECK(Grouped(6'012'345) == "6,012,345");
  CHECK(Grouped(~uint64_t{0}) == "18,446,744,073,709,551,615");
}

TEST_CASE("Counts know their plural", "[report]") {
  CHECK(Counted(1, "object") == "1 object");
  CHECK(Counted(0, "object") == "0 objects");
  CHECK(Counted(1812, "object") == "1,812 objects");
}

TEST_CASE("Bytes come in the unit that fits", "[report]") {
  CHECK(Bytes(1) == "1 byte");
  CHECK(Bytes(1023) == "1,023 bytes");
  CHECK(Bytes(65'741) == "64.2 KiB");
  CHECK(Bytes(5'000'000'000) == "4.7 GiB");
  CHECK(BytesExactly(104) == "104 bytes");
  CHECK(BytesExactly(65'741) == "65,741 bytes (64.2 KiB)");
}

TEST_CASE("A part of nothing is no percent", "[report]") {
  CHECK(Percent(56, 104) == "53.8%");
  CHECK(Percent(1, 0) == "0.0%");
}

TEST_CASE("Times come in the unit that fits", "[report]") {
  CHECK(Milliseconds(1.46) == "1.5 ms");
  CHECK(Milliseconds(103.2) == "103 ms");
  CHECK(Milliseconds(11'240) == "11.2 s");
  CHECK(Age(350) == "350 ms");
  CHECK(Age(41'900) == "41 s");
  CHECK(Age(5 * 60'000) == "5 min");
  CHECK(Age(50 * 3'600'000) == "50 h");
}

TEST_CASE("A quoted name stays on its line", "[report]") {
  CHECK(Quoted("session 42") == "\"session 42\"");
  CHECK(Quoted("a\"b\\c\nd") == "\"a\\\"b\\\\c\\u000ad\"");
}

TEST_CASE("Simple names leave out what is around a class, but for anonymous ones", "[report]") {
  CHECK(SimpleName("java.util.concurrent.ConcurrentHashMap$Node") == "Node");
  CHECK(SimpleName("java.lang.ThreadLocal$ThreadLocalMap$Entry[]") == "Entry[]");
  CHECK(SimpleName("com.acme.Main$1") == "Main$1");
  CHECK(SimpleName("com.acme.Main$$Lambda") == "Main$$Lambda");
  CHECK(SimpleName("Main") == "Main");
  CHECK(SimpleName("$Proxy12") == "$Proxy12");
  CHECK(WithoutPackage("java.util.HashMap$Node") == "HashMap$Node");
}

TEST_CASE("Stops are told with the options that lift them", "[report]") {
  CHECK(StopsSentence({}).empty());
  CHECK(StopsSentence({.classes = 3, .loaders = 1}) ==
        "not entered: 3 references to Class, 1 to ClassLoader objects "
        "(enter=classes;loaders to enter them)");
  CHECK(StopsSentence({.weak = 1}) ==
        "not entered: 1 reference to weakly held objects (enter=weak to enter them)");
}

}  // namespace
}  // namespace taproot
