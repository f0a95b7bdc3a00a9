#include "taproot/root_paths.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/graph_literal.h"

namespace taproot {
namespace {

using test::GraphLiteral;

std::optional<RootPath> Path(const GraphLiteral& g, std::string_view target,
                             Strength loosest = Strength::kPhantom) {
  return FindRootPaths(g.graph(), g.Nodes(target), {.loosest = loosest}).at(0);
}

std::string PathText(const GraphLiteral& g, std::string_view target) {
  return g.Text(Path(g, target));
}

TEST_CASE("Diamond: the shorter side is the path", "[analysis][paths]") {
  //           b
  //          / \.
  //  KEEP - a   t
  //          \ /
  //           c -- d     (c reaches t by d as well)
  GraphLiteral g("(static Main.KEEP) -> a; a -> c b; c -> d; d -> t; b -> t");
  CHECK(PathText(g, "t") == "static Main.KEEP: a b t");
  CHECK(PathText(g, "d") == "static Main.KEEP: a c d");
}

TEST_CASE("Loop: a path goes through no object twice", "[analysis][paths]") {
  //  KEEP - a <-> b, a -> a, b -> t, t -> a
  GraphLiteral g("(static Main.KEEP) -> a; a -> a b; b -> a t; t -> a");
  CHECK(PathText(g, "t") == "static Main.KEEP: a b t");
}

TEST_CASE("a root itself has a path of no reference", "[analysis][paths]") {
  GraphLiteral g("(jni-global) -> t");
  CHECK(PathText(g, "t") == "jni-global: t");
  CHECK(Path(g, "t")->steps.size() == 1);
}

TEST_CASE("each step tells the reference it came by", "[analysis][paths]") {
  GraphLiteral g("(static Main.KEEP) -> a; a[] -> x b; b -> y t");
  const std::optional<RootPath> path = Path(g, "t");
  REQUIRE(path.has_value());
  REQUIRE(path->steps.size() == 3);
  CHECK(path->steps[1].slot == ElementSlot(1));
  const FieldRef field = g.graph().FieldAt(g.graph().class_of(g["b"]), path->steps[2].slot.index());
  CHECK(field.field->name == "f1");
  CHECK(path->strength == Strength::kStrong);
}

TEST_CASE("T01: a path begins at the static field, not at the class that has it",
          "[analysis][paths]") {
  GraphLiteral g(R"(
    (static Main.KEEP) -> a
    (system) -> launcher
    launcher -> Main.class
    a -> t
  )");
  CHECK(PathText(g, "t") == "static Main.KEEP: a t");
  CHECK(PathText(g, "Main.class") == "system: Main.class");
}

TEST_CASE("Rank: a long path from a better root wins over a short one from a poorer",
          "[analysis][paths]") {
  GraphLiteral g(R"(
    (static Main.KEEP) -> a; a -> b; b -> t
    (local main) -> t2 t3 t4; (local main) -> l; l -> m
    (jni-global) -> t m t5
    (vm) -> t t5
    (thread worker) -> w; w -> t2; w : com.acme.Node
    (monitor) -> o
  )");
  CHECK(PathText(g, "t") == "static Main.KEEP: a b t");
  CHECK(PathText(g, "t2") == "thread worker: w t2");
  CHECK(PathText(g, "t3") == "local main: t3");
  CHECK(PathText(g, "m") == "local main: l m");
  CHECK(PathText(g, "t5") == "jni-global: t5");
  CHECK(PathText(g, "o") == "monitor: o");
}

TEST_CASE("Strength: a strong path from a poor root wins over a soft one from a good root",
          "[analysis][paths]") {
  GraphLiteral g(R"(
    (static Main.CACHE) -> s; s -soft-> t
    (vm) -> v; v -> w; w -> t
  )");
  CHECK(PathText(g, "t") == "vm: v w t");
  CHECK(Path(g, "t")->strength == Strength::kStrong);
}

TEST_CASE("the loosest reference gives the strength, and the firmest such path is taken",
          "[analysis][paths]") {
  //  KEEP -> w -weak-> t             one weak reference
  //  KEEP -> s -soft-> f -final-> t  a soft and a final one: longer, but firmer
  GraphLiteral g(R"(
    (static Main.KEEP) -> a
    a -> w s; w -weak-> t; s -soft-> f; f -final-> t
    t -> p; p -phantom-> deep
  )");
  CHECK(PathText(g, "t") == "static Main.KEEP: a s f t");
  CHECK(Path(g, "t")->strength == Strength::kFinal);
  CHECK(Path(g, "f")->strength == Strength::kSoft);
  CHECK(Path(g, "s")->strength == Strength::kStrong);
  CHECK(Path(g, "deep")->strength == Strength::kPhantom);
  CHECK_FALSE(Path(g, "t", Strength::kSoft).has_value());
  CHECK_FALSE(Path(g, "deep", Strength::kWeak).has_value());
}

TEST_CASE("Detour: a softly held object gets its rank through objects held strongly by less",
          "[analysis][paths]") {
  //  CACHE -> s -soft-> x      x is held strongly, but from JNI
  //  JNI ------------->/ x -> s2 -soft-> t
  GraphLiteral g(R"(
    (static Main.CACHE) -> s; s -soft-> x
    (jni-global) -> x
    x -> s2; s2 -soft-> t
  )");
  CHECK(PathText(g, "x") == "jni-global: x");
  CHECK(PathText(g, "t") == "static Main.CACHE: s x s2 t");
  CHECK(Path(g, "t")->strength == Strength::kSoft);
}

TEST_CASE("T20: a field of its own of a weak reference holds strongly", "[analysis][paths]") {
  GraphLiteral g("(static Main.KEEP) -> r; r -weak-> x; r -> t; x -> t");
  CHECK(PathText(g, "t") == "static Main.KEEP: r t");
  CHECK(Path(g, "t")->strength == Strength::kStrong);
  CHECK(Path(g, "x")->strength == Strength::kWeak);
}

TEST_CASE("T07: the value of a weak map that refers to its key holds it strongly",
          "[analysis][paths]") {
  //  KEEP -> map[] -> entry -weak-> key, entry -> value -> key
  GraphLiteral g(R"(
    (static Main.MAP) -> map; map[] -> entry
    entry -weak-> key; entry -> value; value -> key
  )");
  CHECK(PathText(g, "key") == "static Main.MAP: map entry value key");
}

TEST_CASE("a class loader is held by an object of one of its classes", "[analysis][paths]") {
  GraphLiteral g(R"(
    class com.acme.W by loader
    w : com.acme.W
    w2 : com.acme.W
    (thread pool-1) -> thread; thread -> locals; locals -> w w2
    thread : java.lang.Thread
  )");
  CHECK(PathText(g, "loader") == "thread pool-1: thread locals w W.class loader");
  const std::optional<RootPath> path = Path(g, "loader");
  CHECK(path->steps[3].slot.kind() == ReferenceKind::kClass);
  CHECK(path->steps[4].slot.kind() == ReferenceKind::kClassLoader);
}

TEST_CASE("Unmounted: a local of a virtual thread comes after all that no frame holds",
          "[analysis][paths]") {
  //  KEEP -> t1 -local-> x <- y <- z <- KEEP
  //          t1 -local-> only -> deep
  GraphLiteral g(R"(
    (static Main.THREADS) -> t1; t1 -local-> x only; only -> deep
    (static Main.LONG) -> z; z -> y; y -> x
    (jni-global) -> deep
  )");
  CHECK(PathText(g, "x") == "static Main.LONG: z y x");
  CHECK(PathText(g, "only") == "static Main.THREADS: t1 only");
  CHECK(PathText(g, "deep") == "static Main.THREADS: t1 only deep");
}

TEST_CASE("Unmounted: against frame locals the length counts, and at equal length the root",
          "[analysis][paths]") {
  //  KEEP -> a -> t1 -local-> near                      3 references
  //  stack -> s1 -> s2 -> s3 -> near                    longer
  //  stack -> far: 1; KEEP -> a -> t1 -local-> f -> far longer
  //  even: 3 references either way
  GraphLiteral g(R"(
    (static Main.KEEP) -> a; a -> t1; t1 -local-> near f even
    (local main) -> s0
    s0 -> s1 far; s1 -> even s3; s3 -> s4; s4 -> near
    f -> far
  )");
  CHECK(PathText(g, "near") == "static Main.KEEP: a t1 near");
  CHECK(PathText(g, "far") == "local main: s0 far");
  CHECK(PathText(g, "even") == "static Main.KEEP: a t1 even");
}

TEST_CASE("Unmounted: a virtual thread that only a frame or JNI reaches", "[analysis][paths]") {
  GraphLiteral g(R"(
    (local main) -> t1; t1 -local-> t2; t2 -local-> x
    (jni-global) -> t3; t3 -local-> y
    (monitor) -> y
  )");
  CHECK(PathText(g, "x") == "local main: t1 t2 x");
  CHECK(PathText(g, "y") == "jni-global: t3 y");
}

TEST_CASE("at equal length the root of the lower kind wins, then its names", "[analysis][paths]") {
  GraphLiteral g(R"(
    (thread b) -> t
    (thread a) -> t u
    (static Main.B) -> t v
    (static Main.A) -> v
    (static Aaa.Z) -> v
    (local main) -> w
    (monitor) -> x; (vm) -> x
  )");
  CHECK(PathText(g, "t") == "static Main.B: t");
  CHECK(PathText(g, "u") == "thread a: u");
  CHECK(PathText(g, "v") == "static Aaa.Z: v");
  CHECK(PathText(g, "x") == "monitor: x");
}

TEST_CASE("the better root wins further down as well", "[analysis][paths]") {
  //  Z -> a -> t,  A -> b -> t: the row of A's object comes first
  GraphLiteral g("(static Main.Z) -> a; (static Main.A) -> b; a -> t; b -> t");
  CHECK(PathText(g, "t") == "static Main.A: b t");
}

TEST_CASE("many targets are found in one search, each in its place", "[analysis][paths]") {
  GraphLiteral g(R"(
    (static Main.KEEP) -> a; a -> b; b -> s; s -soft-> c
    garbage -> b
  )");
  std::vector<NodeId> targets = g.Nodes("b c garbage a b");
  targets.insert(targets.begin(), NodeId());
  const auto paths = FindRootPaths(g.graph(), targets, {});
  REQUIRE(paths.size() == 6);
  CHECK_FALSE(paths[0].has_value());
  CHECK(g.Text(paths[1]) == "static Main.KEEP: a b");
  CHECK(g.Text(paths[2]) == "static Main.KEEP: a b s c");
  CHECK(g.Text(paths[3]) == "none");
  CHECK(g.Text(paths[4]) == "static Main.KEEP: a");
  CHECK(paths[5]->steps == paths[1]->steps);
}

TEST_CASE("no targets and no roots are no trouble", "[analysis][paths]") {
  GraphLiteral g("a -> b");
  CHECK(FindRootPaths(g.graph(), {}, {}).empty());
  CHECK_FALSE(Path(g, "b").has_value());
  CHECK_FALSE(FindRootPaths(g.graph(), std::vector{NodeId()}, {}).at(0).has_value());
}

}  // namespace
}  // namespace taproot
