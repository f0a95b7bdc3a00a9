#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "taproot/node_set.h"
#include "taproot/retained.h"

namespace taproot {
namespace {

// Sums up by group_of(NodeId), a number below `count`. In preorder everything that an object
// dominates comes right after it, so a group knows by the end of its last topmost object whether
// the next one lies below that.
template <typename GroupOf>
std::vector<RetainedGroup> SumUp(const HeapGraph& graph, const DominatorTree& tree, size_t count,
                                 GroupOf&& group_of) {
  std::vector<RetainedGroup> groups(count);
  std::vector<uint64_t> covered(count);  // end of the group's last topmost subtree
  const std::span<const DominatorId> order = tree.preorder();
  for (size_t at = 0; at < order.size(); ++at) {
    if (!tree.is_object(order[at])) continue;
    const NodeId node = tree.object(order[at]);
    const size_t number = group_of(node);
    RetainedGroup& group = groups[number];
    ++group.instances;
    group.shallow_bytes += graph.shallow_size(node);
    if (at < covered[number]) continue;
    covered[number] = at + tree.retained_objects(order[at]);
    group.retained_objects += tree.retained_objects(order[at]);
    group.retained_bytes += tree.retained_bytes(order[at]);
  }
  return groups;
}

std::string_view PackageOf(std::string_view class_name) {
  const size_t dot = class_name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : class_name.substr(0, dot);
}

template <typename Row, typename Key>
void HeaviestFirst(std::vector<Row>& rows, Key&& key) {
  std::erase_if(rows, [](const Row& row) { return row.group.instances == 0; });
  std::ranges::sort(rows, [&](const Row& a, const Row& b) {
    return std::tuple(b.group.retained_bytes, key(a)) < std::tuple(a.group.retained_bytes, key(b));
  });
}

}  // namespace

std::vector<RetainedGroup> RetainedByClass(const HeapGraph& graph, const DominatorTree& tree) {
  return SumUp(graph, tree, graph.classes().size(),
               [&](NodeId node) { return graph.class_of(node).value; });
}

std::vector<RetainedPackage> RetainedByPackage(const HeapGraph& graph, const DominatorTree& tree) {
  std::vector<RetainedPackage> rows;
  std::map<std::string_view, size_t> number_of;
  std::vector<size_t> of_class;
  for (const JavaClass& java_class : graph.classes()) {
    const auto [at, fresh] = number_of.emplace(PackageOf(java_class.name), rows.size());
    if (fresh) rows.push_back({.name = std::string(at->first), .group = {}});
    of_class.push_back(at->second);
  }
  const std::vector<RetainedGroup> groups = SumUp(
      graph, tree, rows.size(), [&](NodeId node) { return of_class[graph.class_of(node).value]; });
  for (size_t i = 0; i < rows.size(); ++i) rows[i].group = groups[i];
  HeaviestFirst(rows, [](const RetainedPackage& row) { return row.name; });
  return rows;
}

std::vector<RetainedLoader> RetainedByLoader(const HeapGraph& graph, const DominatorTree& tree) {
  std::vector<RetainedLoader> rows;
  std::map<std::tuple<LoaderKind, NodeId, std::string_view>, size_t> number_of;
  std::map<NodeId, size_t> of_object;  // loaders, and mirrors of classes
  std::vector<size_t> of_class;
  for (const JavaClass& java_class : graph.classes()) {
    // A hidden class may be of a built-in loader: it is told apart by its name alone.
    const auto [at, fresh] = number_of.emplace(
        std::tuple(java_class.loader_kind, java_class.loader, java_class.loader_name), rows.size());
    if (fresh) {
      rows.push_back({.kind = java_class.loader_kind,
                      .loader = java_class.loader,
                      .name = java_class.loader_name,
                      .group = {}});
    }
    of_class.push_back(at->second);
    if (java_class.mirror.valid()) of_object[java_class.mirror] = at->second;
    if (java_class.loader.valid()) of_object[java_class.loader] = at->second;
  }
  NodeSet is_special(graph.node_count());  // spares nearly all objects the search in the map
  for (const auto& [object, number] : of_object) is_special.Insert(object);
  const std::vector<RetainedGroup> groups = SumUp(graph, tree, rows.size(), [&](NodeId node) {
    return is_special.contains(node) ? of_object.at(node) : of_class[graph.class_of(node).value];
  });
  for (size_t i = 0; i < rows.size(); ++i) rows[i].group = groups[i];
  HeaviestFirst(rows, [](const RetainedLoader& row) { return std::tuple(row.name, row.loader); });
  return rows;
}

}  // namespace taproot
