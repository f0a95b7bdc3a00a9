#include "analysis/leak_signature.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace taproot {
namespace {

using std::string_view;

constexpr size_t kLongestPeriod = 4;

std::string FieldWord(const HeapGraph& graph, string_view prefix, ClassId layout, uint32_t index) {
  const FieldRef field = layout.valid() ? graph.FieldAt(layout, index) : FieldRef();
  if (field.field == nullptr) return absl::StrCat(prefix, "field ", index);
  return absl::StrCat(prefix, graph.java_class(field.declaring).name, ".", field.field->name);
}

std::string MethodWord(const HeapGraph& graph, string_view what, MethodId id) {
  if (!id.valid()) return std::string(what);
  const JavaMethod& method = graph.method(id);
  return absl::StrCat(what, " of ", method.class_name, ".", method.name);
}

std::string RootWord(const HeapGraph& graph, const Root& root) {
  switch (root.kind) {
    case RootKind::kInput:
      return "input";
    case RootKind::kStaticField:
      return FieldWord(graph, "static ", root.klass, root.field);
    case RootKind::kSystemClass:
      return "system class";
    case RootKind::kThread:
      return "thread";
    case RootKind::kStackLocal:
      return MethodWord(graph, "local", root.method);
    case RootKind::kJniLocal:
      return MethodWord(graph, "JNI local", root.method);
    case RootKind::kJniGlobal:
      return "JNI global";
    case RootKind::kMonitor:
      return "monitor";
    case RootKind::kVmInternal:
      break;
  }
  return "VM";
}

std::string ReferenceWord(const HeapGraph& graph, NodeId from, ReferenceSlot slot) {
  switch (slot.kind()) {
    case ReferenceKind::kField:
    case ReferenceKind::kMirrorField:
      return FieldWord(graph, "", graph.class_of(from), slot.index());
    case ReferenceKind::kStaticField:
      return FieldWord(graph, "static ", graph.mirrored_class(from), slot.index());
    case ReferenceKind::kArrayElement:
      return "[x]";
    case ReferenceKind::kFrameLocal: {
      const FrameLocal* local = graph.frame_local(slot);
      return MethodWord(graph, "local", local == nullptr ? MethodId() : local->method);
    }
    case ReferenceKind::kClass:
    case ReferenceKind::kSuperclass:
    case ReferenceKind::kInterface:
    case ReferenceKind::kHiddenClass:
      return "class";
    case ReferenceKind::kClassLoader:
      return "loader";
    case ReferenceKind::kConstantPool:
      return "constant";
    case ReferenceKind::kCallSite:
      return "call site";
    case ReferenceKind::kStackWord:
      return "stack word";
    case ReferenceKind::kProtectionDomain:
    case ReferenceKind::kSigners:
    case ReferenceKind::kOther:
      break;
  }
  return "VM";
}

// The collection that objects of this class are parts of; empty if of none.
string_view CollectionOf(string_view class_name) {
  if (!absl::StartsWith(class_name, "java.util.") &&
      !absl::StartsWith(class_name, "java.lang.ThreadLocal$")) {
    return {};
  }
  absl::ConsumeSuffix(&class_name, "[]");
  class_name = class_name.substr(0, class_name.find('$'));
  return class_name == "java.util.LinkedHashMap" ? "java.util.HashMap" : class_name;
}

bool DiffersBetweenEqualLeaks(const HeapGraph& graph, NodeId from, NodeId to, ReferenceSlot slot) {
  if (slot.kind() != ReferenceKind::kField && !slot.is_element()) return false;
  const ClassId class_from = graph.class_of(from);
  const ClassId class_to = graph.class_of(to);
  if (class_from == class_to) return !graph.java_class(class_from).is_array;
  const string_view collection = CollectionOf(graph.java_class(class_from).name);
  return !collection.empty() && collection == CollectionOf(graph.java_class(class_to).name);
}

// Takes the last words off where they repeat those before them.
void Fold(std::vector<std::string>& words) {
  for (size_t period = 1; period <= kLongestPeriod && 2 * period <= words.size(); ++period) {
    const auto last = words.end() - static_cast<std::ptrdiff_t>(period);
    const auto before = last - static_cast<std::ptrdiff_t>(period);
    if (!std::equal(last, words.end(), before)) continue;
    words.erase(last, words.end());
    return;
  }
}

}  // namespace

std::vector<std::string> SuspectWords(const HeapGraph& graph, const RootPath& path,
                                      const PathStatus& status) {
  std::vector<std::string> words;
  for (size_t i = status.first_suspect; i <= status.last_suspect && i < path.steps.size(); ++i) {
    if (i == 0) {
      words.push_back(RootWord(graph, graph.root(path.root)));
      continue;
    }
    const NodeId from = path.steps[i - 1].node;
    const PathStep& to = path.steps[i];
    if (DiffersBetweenEqualLeaks(graph, from, to.node, to.slot)) continue;
    words.push_back(ReferenceWord(graph, from, to.slot));
    Fold(words);
  }
  return words;
}

uint32_t SignatureOf(const std::vector<std::string>& words) {
  uint64_t hash = 0xcbf29ce484222325;
  auto add = [&](char byte) { hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3; };
  for (const std::string& word : words) {
    for (const char byte : word) add(byte);
    add('\n');
  }
  return static_cast<uint32_t>(hash ^ (hash >> 32));
}

}  // namespace taproot
