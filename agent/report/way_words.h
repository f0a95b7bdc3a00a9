// The ways that hold an object, and the references to remove, in words.
#pragma once

#include <string>

#include "report/path_description.h"
#include "taproot/heap_graph.h"
#include "taproot/object_ways.h"

namespace taproot {

// One way in a phrase, by where it begins: `static field Registry.active`, `thread "reaper" local
// `last` in Reaper.run:88`, `ThreadLocal Ctx.CURRENT`, `JNI global`.
std::string WayPhrase(const HeapGraph& graph, PathDescriber& describer, const RootPath& path);

// A reference to remove: `HashMap$Node.value`, `[17] of an Object[]`, or a root in words.
std::string CutText(const HeapGraph& graph, const CutReference& reference);

// All in a line: "2 more ways hold it (thread "reaper" local `last` in Reaper.run:88; ThreadLocal
// Ctx.CURRENT). Smallest cut: 3 references." Empty for an object that nothing holds strongly.
std::string DescribeWays(const HeapGraph& graph, PathDescriber& describer, const ObjectWays& ways);

// The first sentence of it, and the second in full: "Smallest cut: remove these 2 references and it
// is free: HashMap$Node.value; Optional.value."
std::string OtherWaysSentence(const HeapGraph& graph, PathDescriber& describer,
                              const ObjectWays& ways);
std::string CutSentence(const HeapGraph& graph, const ObjectWays& ways);

// "found", "free", "too-large", "impossible": the words of the JSON document.
std::string_view CutOutcomeWord(CutOutcome outcome);

}  // namespace taproot
