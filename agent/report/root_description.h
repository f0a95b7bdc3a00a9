// Where a path begins, in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/static_fields.h"
#include "report/thread_local_value.h"
#include "taproot/heap_graph.h"

namespace taproot {

struct RootDescription {
  std::string_view kind;  // "static-field", "thread-local", ...: the words of the JSON document
  // `static field com.acme.Main.KEEP`, `thread "reaper"`, `thread-local com.acme.Main.TL of thread
  // "reaper"`, `local `last` in com.acme.Reaper.run(Reaper.java:88) of thread "reaper"`, ...
  std::string text = {};
  // The root's own static field; of a thread-local the one that holds the ThreadLocal.
  std::optional<StaticField> field = {};
  std::string local = {};         // name of the variable in scope, if known
  std::optional<bool> live = {};  // false: the slot is out of the range of every variable

  bool is_thread_local() const { return kind == "thread-local"; }
};

RootDescription DescribeRoot(const HeapGraph& graph, const Root& root);

// For a path from a thread through the value of a ThreadLocal. `holder`: the static field that
// holds the ThreadLocal, where there is one.
RootDescription DescribeThreadLocalRoot(const HeapGraph& graph, const Root& root,
                                        const ThreadLocalValue& value,
                                        std::optional<StaticField> holder);

// "com.acme.Main.TL"; without a holder the class of the ThreadLocal, empty if it is gone.
std::string ThreadLocalName(const HeapGraph& graph, const ThreadLocalValue& value,
                            std::optional<StaticField> holder);

}  // namespace taproot
