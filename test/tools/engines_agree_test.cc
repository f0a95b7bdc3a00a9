#include "tools/engines_agree.h"

#include <string_view>

#include "support/catch.h"
#include "support/graph_literal.h"
#include "tools/soundness.h"

namespace taproot::test {
namespace {

Differences Compare(std::string_view reference, std::string_view tested) {
  Differences differences;
  CompareEngines(GraphLiteral(reference).graph(), GraphLiteral(tested).graph(),
                 {.everything = true}, &differences);
  return differences;
}

// Main.KEEP, and what its mirror refers to.
constexpr std::string_view kScene = R"(
    class Main
    (static Main.KEEP) -> list
    list[] -> a b
    a -> c
    b -> c)";

std::string With(std::string_view more) { return std::string(kScene) + "\n" + std::string(more); }

TEST_CASE("A graph agrees with itself", "[engines]") {
  const Differences differences = Compare(kScene, kScene);
  CHECK(differences.Text().find("DIFFERS") == std::string::npos);
}

TEST_CASE("What the tested engine does not see is missing", "[engines]") {
  const Differences differences = Compare(With("c -> d"), kScene);
  CHECK(differences.count("missing reference, field") == 1);
  CHECK_FALSE(differences.none());
}

TEST_CASE("What only the tested engine sees is too much", "[engines]") {
  const Differences differences = Compare(kScene, With("c -> d"));
  CHECK(differences.count("reference too many, field") == 1);
  CHECK(differences.count("object too many") == 1);
}

TEST_CASE("Two references to one object are not two to two", "[engines]") {
  const Differences differences = Compare(kScene, R"(
    class Main
    (static Main.KEEP) -> list
    list[] -> a b
    a -> c
    b -> other)");
  CHECK(differences.count("refers to another object") == 1);
}

TEST_CASE("Class, size and length of an object are compared", "[engines]") {
  CHECK(Compare(kScene, With("c : com.acme.Node 64")).count("size of an object") == 1);
  CHECK(Compare(kScene, With("class com.acme.Big; c : com.acme.Big 16"))
            .count("instances of one class are of two") == 1);
}

TEST_CASE("Other roots are told", "[engines]") {
  CHECK(Compare(With("(jni-global) -> c"), kScene).count("root missing") == 1);
  CHECK(Compare(kScene, With("(jni-global) -> c")).count("root too many") == 1);
}

TEST_CASE("A literal graph is sound", "[engines]") {
  Differences differences;
  CheckSoundness(GraphLiteral(kScene).graph(), &differences);
  CHECK(differences.count("object of an unknown class") == 0);
  CHECK(differences.count("impossible size") == 0);
}

}  // namespace
}  // namespace taproot::test
