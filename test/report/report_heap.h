// A TestHeap that knows the classes of the JDK which reports speak of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/path_description.h"
#include "support/test_heap.h"
#include "taproot/root_paths.h"

namespace taproot::test {

class ReportHeap : public TestHeap {
 public:
  ReportHeap() {
    AddClass("java.lang.Thread", "java.lang.Object",
             {"Object threadLocals", "Object inheritableThreadLocals",
              "ClassLoader contextClassLoader", "Object inheritedAccessControlContext"});
    AddClass("java.lang.ThreadLocal");
    AddClass("java.lang.ThreadLocal$ThreadLocalMap", "java.lang.Object", {"Object[] table"});
    AddClass("java.lang.ThreadLocal$ThreadLocalMap$Entry", "java.lang.ref.WeakReference",
             {"Object value"});
    AddClass("java.lang.ThreadLocal$ThreadLocalMap$Entry[]");
    AddClass("java.util.ArrayList", "java.lang.Object", {"Object[] elementData", "int size"});
    AddClass("java.util.WeakHashMap", "java.lang.Object", {"Object[] table"});
    AddClass("java.util.WeakHashMap$Entry", "java.lang.ref.WeakReference",
             {"Object value", "int hash", "Object next"});
    AddClass("java.util.WeakHashMap$Entry[]");
    AddClass("java.lang.Throwable", "java.lang.Object",
             {"Object backtrace", "String detailMessage"});
    AddClass("com.acme.Big", "java.lang.Object", {"byte[] bytes"});
  }

  // An application class with a class object, so that its static fields are roots.
  NodeId AppClass(std::string_view name, const std::vector<std::string_view>& fields) {
    const ClassId id = AddClass(name, "java.lang.Object", fields);
    builder().java_class(id).loader_kind = LoaderKind::kApp;
    builder().java_class(id).loader_name = "app";
    return AddMirror(id);
  }

  // An object with one reference to it: New() and Set() in one.
  NodeId NewIn(NodeId from, std::string_view field, std::string_view class_name,
               uint64_t size = 24) {
    const NodeId node = New(class_name, size);
    Set(from, field, node);
    return node;
  }

  // A running thread, which is a root.
  NodeId Thread(std::string_view name) {
    const NodeId node = New("java.lang.Thread", 96);
    const ThreadId id = AddThread(name, node);
    builder().AddRoot({.kind = RootKind::kThread, .node = node, .thread = id});
    return node;
  }

  // thread -> threadLocals -> table[5] -> entry -> value; the entry's key is left to the caller.
  NodeId ThreadLocalEntry(NodeId thread, NodeId value) {
    const NodeId map = NewIn(thread, "threadLocals", "java.lang.ThreadLocal$ThreadLocalMap");
    const NodeId table = NewArray("java.lang.ThreadLocal$ThreadLocalMap$Entry[]", 80, 16);
    Set(map, "table", table);
    const NodeId entry = New("java.lang.ThreadLocal$ThreadLocalMap$Entry", 32);
    SetElement(table, 5, entry);
    Set(entry, "value", value);
    return entry;
  }

  NodeId Watch(NodeId node, std::string_view class_name, std::string_view name, int64_t age_ms,
               uint32_t survived) {
    builder().AddWatched({.id = ++watched_,
                          .name = std::string(name),
                          .class_name = std::string(class_name),
                          .node = node,
                          .age_ms = age_ms,
                          .collections_survived = survived});
    return node;
  }

 private:
  uint64_t watched_ = 0;
};

// The one path to the node, described.
inline PathDescription DescribePathTo(const HeapGraph& graph, NodeId node) {
  const std::vector<NodeId> targets = {node};
  return PathDescriber(graph).Describe(FindRootPaths(graph, targets, {})[0].value());
}

// "captured-value: captured value 1 of a lambda in com.acme.Main", one a line.
inline std::string RemarksText(const PathDescription& path) {
  std::string text;
  for (const Remark& remark : path.remarks) {
    if (!text.empty()) text += '\n';
    text.append(remark.code).append(": ").append(remark.text);
  }
  return text;
}

}  // namespace taproot::test
