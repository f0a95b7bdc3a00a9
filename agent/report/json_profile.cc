#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "report/json_sections.h"
#include "report/profile_selection.h"
#include "report/words.h"

namespace taproot {
namespace {

void AddShell(const HeapGraph& graph, const ProfileEntry& entry, Json& json) {
  json["shell"] = entry.is_shell;
  if (!entry.is_shell) return;
  const JavaClass& java_class = graph.java_class(entry.node);
  if (java_class.is_array) {
    json["arrayLength"] = graph.array_length(entry.node);
  } else {
    json["primitiveFields"] = java_class.primitive_fields;
    json["referenceFields"] = java_class.reference_fields;
  }
}

// `path` holds the links from the root to this entry's object.
Json OfEntry(const HeapGraph& graph, const ProfileTree& tree, uint32_t at,
             const std::vector<std::string>& path) {
  const ProfileEntry& entry = tree.entries[at];
  Json json = {{"id", at}};
  const bool is_root = entry.parent == ProfileEntry::kNoParent;
  if (!is_root) json["parent"] = entry.parent;
  json["depth"] = entry.depth;
  json["link"] = entry.is_shell ? ShellText(graph, entry) : path.back();
  json["path"] = path;
  if (entry.node.valid()) {
    json["class"] = graph.java_class(entry.node).name;
    json["object"] = entry.node.value;
  }
  json["bytes"] = entry.bytes;
  json["nativeBytes"] = entry.native_bytes;
  json["percentOfRoot"] = PercentOf(entry.bytes, tree.entries[0].bytes);
  json["percentOfParent"] =
      is_root ? 100.0 : PercentOf(entry.bytes, tree.entries[entry.parent].bytes);
  json["referenceCount"] = entry.reference_count;
  AddShell(graph, entry, json);
  return json;
}

}  // namespace

Json JsonOfProfile(const HeapGraph& graph, const ProfileTree& tree, const RenderOptions& options) {
  const ProfileSelection selection = SelectEntries(tree, options);
  std::vector<std::string> path;
  Json entries = Json::array();
  for (const ProfileLine& line : selection.lines) {
    if (line.left_out > 0) continue;
    const ProfileEntry& entry = tree.entries[line.entry];
    path.resize(entry.depth);
    if (!entry.is_shell) path.push_back(LinkName(graph, tree, line.entry));
    entries.push_back(OfEntry(graph, tree, line.entry, path));
  }
  const bool empty = tree.entries.empty();
  return {{"objects", tree.objects},
          {"bytes", empty ? 0 : tree.entries[0].bytes},
          {"nativeBytes", empty ? 0 : tree.entries[0].native_bytes},
          {"stops", JsonOfStops(tree.stops)},
          {"entries", std::move(entries)},
          {"omittedEntries", tree.entries.size() - selection.entries}};
}

}  // namespace taproot
