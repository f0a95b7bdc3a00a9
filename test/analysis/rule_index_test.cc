#include "analysis/rule_index.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/test_heap.h"
#include "taproot/root_paths.h"

namespace taproot {
namespace {

using test::GraphLiteral;

ReferenceRule Rule(RuleEffect effect, RulePlace place, std::string class_name, std::string field) {
  return {.effect = effect,
          .place = place,
          .class_name = std::move(class_name),
          .field = std::move(field),
          .sentence = "for the test"};
}

ReferenceRule ThreadRule(RulePlace place, std::string thread) {
  return {.effect = RuleEffect::kLastResort,
          .place = place,
          .thread = std::move(thread),
          .sentence = "for the test"};
}

std::string PathUnder(const GraphLiteral& g, std::vector<ReferenceRule> rules,
                      std::string_view target) {
  const ReferenceRules list(std::move(rules));
  const std::vector<NodeId> targets = {g[target]};
  return g.Text(FindRootPaths(g.graph(), targets, {.rules = &list})[0]);
}

// KEEP -> cache -f0-> a, cache -f1-> b, and a longer way to a over `own`.
constexpr std::string_view kCache = R"(
  class com.acme.Base
  class com.acme.Cache extends com.acme.Base
  cache : com.acme.Cache
  (static Main.KEEP) -> cache
  cache -> a b
  (static Main.OWN) -> own; own -> step; step -> a
)";

TEST_CASE("a field is ruled in the instances of subclasses too", "[analysis][rules]") {
  const GraphLiteral g(kCache);
  CHECK(PathUnder(g, {}, "a") == "static Main.KEEP: cache a");
  // Cache declares f0 anew: only the field of the class that is named is meant.
  CHECK(PathUnder(g, {Rule(RuleEffect::kIgnore, RulePlace::kInstanceField, "com.acme.Base", "f0")},
                  "a") == "static Main.KEEP: cache a");
  CHECK(PathUnder(g, {Rule(RuleEffect::kIgnore, RulePlace::kInstanceField, "com.acme.Cache", "f0")},
                  "a") == "static Main.OWN: own step a");
  CHECK(PathUnder(g, {Rule(RuleEffect::kIgnore, RulePlace::kInstanceField, "com.acme.Cache", "f1")},
                  "b") == "none");

  GraphLiteral h(R"(
    class com.acme.Sub extends java.lang.Thread
    sub : com.acme.Sub
    (static Main.KEEP) -> sub; sub -> a
  )");
  const ReferenceRules rules(
      {Rule(RuleEffect::kLastResort, RulePlace::kInstanceField, "com.acme.Sub", "f0")});
  const RuleIndex index(h.graph(), rules);
  CHECK(index.has_rules(h.graph().class_of(h["sub"])));
  CHECK_FALSE(index.has_rules(h.graph().class_of(h["a"])));
  CHECK(index.OfReference(h["sub"], h.graph().slots(h["sub"])[0]) == RuleEffect::kLastResort);
}

TEST_CASE("a static field is ruled as a root and as a reference of its class",
          "[analysis][rules]") {
  GraphLiteral g(R"(
    class com.acme.W by loader
    W.class -> a
    (static Main.KEEP) -> a
    (static Main.LOADER) -> w
    w : com.acme.W
  )");
  const ReferenceRule root = Rule(RuleEffect::kLastResort, RulePlace::kStaticField, "Main", "KEEP");
  const ReferenceRule of_class =
      Rule(RuleEffect::kIgnore, RulePlace::kStaticField, "com.acme.W", "s0");
  CHECK(PathUnder(g, {}, "a") == "static Main.KEEP: a");
  CHECK(PathUnder(g, {root}, "a") == "static Main.LOADER: w W.class a");
  CHECK(PathUnder(g, {root, of_class}, "a") == "static Main.KEEP: a");
  CHECK(PathUnder(g, {of_class}, "a") == "static Main.KEEP: a");
}

TEST_CASE("threads are ruled by name, with any text for a star", "[analysis][rules]") {
  GraphLiteral g(R"(
    t : java.lang.Thread
    (thread pool-1-thread-7) -> t; t -> a
    (local pool-1-thread-7) -> b
    (jni-global) -> c; c -> a b
  )");
  CHECK(PathUnder(g, {}, "a") == "thread pool-1-thread-7: t a");
  CHECK(PathUnder(g, {ThreadRule(RulePlace::kThread, "pool-*-thread-*")}, "a") ==
        "jni-global: c a");
  CHECK(PathUnder(g, {ThreadRule(RulePlace::kThread, "pool-*")}, "b") ==
        "local pool-1-thread-7: b");
  CHECK(PathUnder(g, {ThreadRule(RulePlace::kThreadLocals, "pool-*")}, "b") == "jni-global: c b");
  CHECK(PathUnder(g, {ThreadRule(RulePlace::kThreadLocals, "other-*")}, "b") ==
        "local pool-1-thread-7: b");
}

TEST_CASE("a field of one thread is not that of another", "[analysis][rules]") {
  GraphLiteral g(R"(
    one : java.lang.Thread
    two : java.lang.Thread
    (thread reaper) -> one; one -> a
    (thread worker) -> two; two -> b
  )");
  ReferenceRule rule =
      Rule(RuleEffect::kIgnore, RulePlace::kInstanceField, "java.lang.Thread", "threadLocals");
  rule.thread = "reap*";
  CHECK(PathUnder(g, {rule}, "a") == "none");
  CHECK(PathUnder(g, {rule}, "b") == "thread worker: two b");
}

TEST_CASE("locals of a parked virtual thread have the rules of its name", "[analysis][rules]") {
  GraphLiteral g(R"(
    v : java.lang.Thread
    (thread virtual-1) -> v
    v -local-> a
    (jni-global) -> c; c -> a
  )");
  CHECK(PathUnder(g, {}, "a") == "thread virtual-1: v a");
  CHECK(PathUnder(g, {ThreadRule(RulePlace::kThreadLocals, "virtual-*")}, "a") ==
        "jni-global: c a");
}

TEST_CASE("a JNI global is ruled by class, superclass or the class it is", "[analysis][rules]") {
  GraphLiteral g(R"(
    class com.acme.Base
    class com.acme.Native extends com.acme.Base
    class com.acme.Other
    n : com.acme.Native
    (jni-global) -> n
    Other.class -> a
    (jni-global) -> Other.class
    (vm) -> n Other.class
  )");
  auto global = [](std::string_view name) {
    return Rule(RuleEffect::kLastResort, RulePlace::kJniGlobal, std::string(name), "");
  };
  CHECK(PathUnder(g, {}, "n") == "jni-global: n");
  CHECK(PathUnder(g, {global("com.acme.Native")}, "n") == "vm: n");
  CHECK(PathUnder(g, {global("com.acme.Base")}, "n") == "vm: n");
  CHECK(PathUnder(g, {global("com.acme.Other")}, "n") == "jni-global: n");
  const ReferenceRules rules({global("com.acme.Other")});
  const RuleIndex index(g.graph(), rules);
  for (size_t i = 0; i < g.graph().roots().size(); ++i) {
    const Root& root = g.graph().root(RootId(i));
    const bool is_ruled = root.kind == RootKind::kJniGlobal && root.node == g["Other.class"];
    CHECK((index.OfRoot(RootId(i)) == RuleEffect::kLastResort) == is_ruled);
  }
}

TEST_CASE("of several rules the first holds", "[analysis][rules]") {
  const GraphLiteral g(kCache);
  const auto rule = [](RuleEffect effect) {
    return Rule(effect, RulePlace::kInstanceField, "com.acme.Cache", "f1");
  };
  CHECK(PathUnder(g, {rule(RuleEffect::kNone), rule(RuleEffect::kIgnore)}, "b") ==
        "static Main.KEEP: cache b");
  CHECK(PathUnder(g, {rule(RuleEffect::kIgnore), rule(RuleEffect::kNone)}, "b") == "none");
  // A last resort is still a way.
  CHECK(PathUnder(g, {rule(RuleEffect::kLastResort)}, "b") == "static Main.KEEP: cache b");
}

TEST_CASE("rules for another Java version and for absent classes are left out",
          "[analysis][rules]") {
  test::TestHeap heap;
  heap.AddClass("com.acme.Cache", "java.lang.Object", {"Object map"});
  const NodeId cache = heap.New("com.acme.Cache", 16);
  const NodeId map = heap.New("java.lang.Object", 16);
  heap.Set(cache, "map", map);
  heap.builder().SetVm({.feature_version = 21});
  const HeapGraph graph = std::move(heap).Build();
  auto is_empty = [&](int min, int max, std::string_view name) {
    ReferenceRule rule =
        Rule(RuleEffect::kIgnore, RulePlace::kInstanceField, std::string(name), "map");
    rule.min_feature = min;
    rule.max_feature = max;
    const ReferenceRules rules({rule});
    return RuleIndex(graph, rules).empty();
  };
  CHECK_FALSE(is_empty(0, 0, "com.acme.Cache"));
  CHECK_FALSE(is_empty(21, 21, "com.acme.Cache"));
  CHECK(is_empty(22, 0, "com.acme.Cache"));
  CHECK(is_empty(0, 20, "com.acme.Cache"));
  CHECK(is_empty(0, 0, "com.acme.Other"));
}

TEST_CASE("every built-in rule says why, and none hides an object", "[analysis][rules]") {
  for (const ReferenceRule& rule : ReferenceRules::Builtin().rules()) {
    CAPTURE(rule.class_name, rule.field, rule.thread);
    CHECK(rule.effect == RuleEffect::kLastResort);
    CHECK_FALSE(rule.sentence.empty());
    const bool is_field =
        rule.place == RulePlace::kInstanceField || rule.place == RulePlace::kStaticField;
    CHECK(rule.field.empty() != is_field);
    const bool is_thread =
        rule.place == RulePlace::kThread || rule.place == RulePlace::kThreadLocals;
    CHECK(rule.class_name.empty() == is_thread);
    if (is_thread) CHECK_FALSE(rule.thread.empty());
  }
}

}  // namespace
}  // namespace taproot
