// Strings and arrays of one content. Of copies the one on the best path is kept: so one heap gives
// one answer, wherever its objects lie.
#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analysis/waste_context.h"

namespace taproot {
namespace {

constexpr uint32_t kNoContent = 0xffffffff;

// All that have one content are of one class and length, so their sizes follow from one of them.
struct Content {
  NodeId kept;
  uint32_t objects = 0;
  uint32_t arrays = 0;
};

// The contents met so far, numbered.
class ContentList {
 public:
  uint32_t NumberOf(uint64_t hash) {
    const auto [at, fresh] = numbers_.try_emplace(hash, static_cast<uint32_t>(contents_.size()));
    if (fresh) contents_.emplace_back();
    return at->second;
  }
  Content& operator[](uint32_t number) { return contents_[number]; }
  const std::vector<Content>& all() const { return contents_; }

  // Counts an object of this content, which is kept if it is held better than those before it.
  void Count(uint32_t number, NodeId object, const PathGroups& groups) {
    Content& content = contents_[number];
    if (++content.objects == 1 || std::pair(groups.group_of(object), object) <
                                      std::pair(groups.group_of(content.kept), content.kept)) {
      content.kept = object;
    }
  }

  // `gain` tells what is to be gained by one content, `array_of` the array of its kept object.
  template <typename Gain, typename ArrayOf>
  DuplicateList List(const ContentsTable& table, uint32_t worst, Gain&& gain,
                     ArrayOf&& array_of) const {
    DuplicateList list;
    for (const Content& content : contents_) {
      if (content.objects < 2) continue;
      list.worst.push_back({0, content.kept, content.objects, content.arrays, gain(content)});
    }
    list.contents = list.worst.size();
    const size_t shown = std::min<size_t>(worst, list.worst.size());
    std::ranges::partial_sort(list.worst, list.worst.begin() + static_cast<std::ptrdiff_t>(shown),
                              [](const Duplicates& a, const Duplicates& b) {
                                return std::tie(b.bytes_to_gain, b.objects, a.kept) <
                                       std::tie(a.bytes_to_gain, a.objects, b.kept);
                              });
    list.worst.resize(shown);
    for (Duplicates& duplicates : list.worst) {
      duplicates.hash = table.Find(array_of(duplicates.kept))->hash;
    }
    return list;
  }

 private:
  absl::flat_hash_map<uint64_t, uint32_t> numbers_;  // by hash
  std::vector<Content> contents_;
};

class StringSearch {
 public:
  explicit StringSearch(WasteContext& context) : context_(context), graph_(context.graph()) {
    constexpr std::string_view kString[] = {"java.lang.String"};
    bases_ = context.BasesAmong(kString);
    for (size_t i = 0; i < bases_.size(); ++i) {
      if (bases_[i] == WasteContext::kNoBase) continue;
      if (auto field = graph_.FieldIndex(ClassId(i), "value")) value_ = FieldSlot(*field);
    }
  }

  // Arrays of Strings belong to them, whatever is known of their contents.
  void ClaimArrays() {
    ForEachString("looking at strings", [&](NodeId, NodeId array) { context_.Claim(array); });
  }
  DuplicateList Run(uint32_t worst);

 private:
  template <typename Visit>
  void ForEachString(const char* phase, Visit&& visit) {
    context_.ForEachObject(phase, [&](NodeId node) {
      if (bases_[graph_.class_of(node).value] == WasteContext::kNoBase) return;
      if (const NodeId array = context_.TargetAt(node, value_)) visit(node, array);
    });
  }
  void NumberContents();
  void AddArray(NodeId array);

  WasteContext& context_;
  const HeapGraph& graph_;
  std::vector<uint8_t> bases_;
  ReferenceSlot value_;
  ContentList contents_;
  std::vector<uint32_t> content_of_;  // by node, of the arrays of Strings
};

void StringSearch::NumberContents() {
  content_of_.assign(graph_.node_count(), kNoContent);
  Stride stride(context_.progress(), "comparing strings", graph_.contents().arrays.size());
  for (const ArrayContents& array : graph_.contents().arrays) {
    if (!stride.Step()) return;
    if (!context_.claimed(array.node)) continue;
    content_of_[array.node.value] = contents_.NumberOf(array.hash);
  }
}

// The bytes of an array count where the array's own path leads, which is by one of its Strings.
void StringSearch::AddArray(NodeId array) {
  const GroupId own = context_.groups().group_of(array);
  const GroupId above = context_.groups().row(own).parent;
  const uint64_t bytes = graph_.shallow_size(array);
  context_.tally(WasteKind::kDuplicateStrings).AddBytes(above.valid() ? above : own, bytes, bytes);
}

DuplicateList StringSearch::Run(uint32_t worst) {
  NumberContents();
  auto number_of = [&](NodeId array) { return content_of_[array.value]; };
  ForEachString("counting equal strings", [&](NodeId string, NodeId array) {
    if (number_of(array) == kNoContent) return;
    contents_.Count(number_of(array), string, context_.groups());
  });
  if (context_.cancelled()) return {};
  NodeSet met(graph_.node_count());
  for (const Content& content : contents_.all())
    met.Insert(context_.TargetAt(content.kept, value_));
  ForEachString("summing up equal strings", [&](NodeId string, NodeId array) {
    if (number_of(array) == kNoContent) return;
    Content& content = contents_[number_of(array)];
    const bool is_kept = content.kept == string;
    const bool fresh = met.Insert(array);
    content.arrays += fresh || is_kept;
    if (fresh) AddArray(array);
    if (is_kept) return;
    const uint64_t bytes = graph_.shallow_size(string);
    context_.tally(WasteKind::kDuplicateStrings).Add(string, bytes, bytes);
  });
  auto array_of = [&](NodeId string) { return context_.TargetAt(string, value_); };
  auto gain = [&](const Content& content) {
    return (content.objects - 1) * graph_.shallow_size(content.kept) +
           (content.arrays - 1) * graph_.shallow_size(array_of(content.kept));
  };
  return contents_.List(graph_.contents(), worst, gain, array_of);
}

}  // namespace

DuplicateList FindDuplicateStrings(WasteContext& context, uint32_t worst) {
  StringSearch search(context);
  search.ClaimArrays();
  return context.graph().contents().empty() || context.cancelled() ? DuplicateList()
                                                                   : search.Run(worst);
}

DuplicateList FindDuplicateArrays(WasteContext& context, uint32_t worst) {
  const HeapGraph& graph = context.graph();
  ContentList contents;
  auto for_each_array = [&](auto&& visit) {
    Stride stride(context.progress(), "comparing arrays", graph.contents().arrays.size());
    for (const ArrayContents& array : graph.contents().arrays) {
      if (!stride.Step()) return;
      const NodeId node = array.node;
      const bool is_free = context.counts(node) && !context.claimed(node);
      if (is_free && graph.array_length(node) > 0) visit(node, contents.NumberOf(array.hash));
    }
  };
  for_each_array([&](NodeId node, uint32_t number) {
    contents.Count(number, node, context.groups());
    ++contents[number].arrays;
  });
  for_each_array([&](NodeId node, uint32_t number) {
    if (contents[number].kept == node) return;
    const uint64_t bytes = graph.shallow_size(node);
    context.tally(WasteKind::kDuplicateArrays).Add(node, bytes, bytes);
  });
  if (context.cancelled()) return {};
  auto gain = [&](const Content& content) {
    return (content.objects - 1) * graph.shallow_size(content.kept);
  };
  return contents.List(graph.contents(), worst, gain, [](NodeId array) { return array; });
}

}  // namespace taproot
