// The references of two paired objects, side by side.
#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/graph_words.h"
#include "tools/pair_walk.h"

namespace taproot::test {
namespace {

// Whether the slot says which of the references of its kind it is.
bool IsNumbered(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::kField:
    case ReferenceKind::kArrayElement:
    case ReferenceKind::kStaticField:
    case ReferenceKind::kMirrorField:
    case ReferenceKind::kConstantPool:
    case ReferenceKind::kCallSite:
    case ReferenceKind::kStackWord:
      return true;
    default:
      return false;
  }
}

// Links of the collector's own list, which come and go with its cycles.
bool IsOfTheCollector(const HeapGraph& graph, NodeId node, ReferenceSlot slot) {
  return slot.kind() == ReferenceKind::kField &&
         graph.java_class(node).referent_strength != Strength::kStrong &&
         NameOf(graph, node, slot) == "java.lang.ref.Reference.discovered";
}

std::string DescribeFrameLocal(const HeapGraph& graph, ReferenceSlot slot) {
  const FrameLocal* local = graph.frame_local(slot);
  if (local == nullptr || !local->method.valid()) return "unknown frame";
  const JavaMethod& method = graph.method(local->method);
  return absl::StrCat(method.class_name, ".", method.name, method.signature, " depth ",
                      local->depth, " slot ", local->slot, " bci ", local->bci, " line ",
                      local->line);
}

}  // namespace

bool PairWalk::IsExtra(NodeId from, ReferenceSlot slot) const {
  switch (slot.kind()) {
    case ReferenceKind::kCallSite:
    case ReferenceKind::kHiddenClass:
    case ReferenceKind::kStackWord:
    case ReferenceKind::kOther:  // fields that the VM adds to classes
      return true;
    case ReferenceKind::kMirrorField:
    case ReferenceKind::kProtectionDomain:
    case ReferenceKind::kClassLoader:
    case ReferenceKind::kSuperclass:
    case ReferenceKind::kInterface: {
      // Of classes that are loaded but not linked the reference engine tells none of these.
      const NodeId a = partner_of_b_[from.value];
      return !a.valid() || !Has(a_, a, slot.kind());
    }
    default:
      return false;
  }
}

bool PairWalk::Has(const HeapGraph& graph, NodeId node, ReferenceKind kind) const {
  return std::ranges::any_of(graph.slots(node),
                             [&](ReferenceSlot slot) { return slot.kind() == kind; });
}

PairWalk::Row PairWalk::Numbered(const HeapGraph& graph, NodeId node, Row& unnumbered) const {
  Row row;
  const auto slots = graph.slots(node);
  const auto targets = graph.targets(node);
  for (size_t i = 0; i < slots.size(); ++i) {
    if (IsOfTheCollector(graph, node, slots[i])) continue;
    (IsNumbered(slots[i].kind()) ? row : unnumbered).push_back({slots[i], targets[i]});
  }
  std::ranges::sort(row, {}, [](const Edge& edge) { return edge.slot.bits(); });
  return row;
}

void PairWalk::CompareRows(uint32_t index) {
  const Step step = pairs_[index];
  Row a_unnumbered;
  Row b_unnumbered;
  const Row a = Numbered(a_, step.a, a_unnumbered);
  const Row b = Numbered(b_, step.b, b_unnumbered);
  auto of_a = a.begin();
  auto of_b = b.begin();
  while (of_a != a.end() || of_b != b.end()) {
    if (of_b == b.end() || (of_a != a.end() && of_a->slot.bits() < of_b->slot.bits())) {
      TellMissing(step, *of_a++);
    } else if (of_a == a.end() || of_b->slot.bits() < of_a->slot.bits()) {
      TellExtra(step, *of_b++);
    } else {
      Pair(of_a->target, of_b->target, index, of_a->slot);
      ++of_a;
      ++of_b;
    }
  }
  CompareUnnumbered(index, std::move(a_unnumbered), std::move(b_unnumbered));
}

// By what they are called. Where that names one reference of each, their targets are a pair.
void PairWalk::CompareUnnumbered(uint32_t index, Row a, Row b) {
  const Step step = pairs_[index];
  auto by_name = [](const HeapGraph& graph, const Row& row) {
    std::vector<std::pair<std::string, Edge>> named;
    for (const Edge& edge : row) {
      std::string name = absl::StrCat(KindName(edge.slot.kind()), " ", NameOf(graph, edge.target));
      if (edge.slot.kind() == ReferenceKind::kFrameLocal) {
        absl::StrAppend(&name, " ", DescribeFrameLocal(graph, edge.slot));
      }
      named.emplace_back(std::move(name), edge);
    }
    std::ranges::stable_sort(named, {},
                             [](const auto& entry) { return std::string_view(entry.first); });
    return named;
  };
  const auto of_a = by_name(a_, a);
  const auto of_b = by_name(b_, b);
  size_t i = 0;
  size_t j = 0;
  while (i < of_a.size() || j < of_b.size()) {
    const int order = i == of_a.size()   ? 1
                      : j == of_b.size() ? -1
                                         : of_a[i].first.compare(of_b[j].first);
    if (order < 0) {
      TellMissing(step, of_a[i++].second);
    } else if (order > 0) {
      TellExtra(step, of_b[j++].second);
    } else {
      const std::string& name = of_a[i].first;
      auto is_repeated = [&](const auto& row, size_t at) {
        return (at > 0 && row[at - 1].first == name) ||
               (at + 1 < row.size() && row[at + 1].first == name);
      };
      if (!is_repeated(of_a, i) && !is_repeated(of_b, j)) {
        Pair(of_a[i].second.target, of_b[j].second.target, index, of_a[i].second.slot);
      }
      ++i;
      ++j;
    }
  }
}

std::string PairWalk::Where(const Step& step, const Edge& edge, const HeapGraph& graph,
                            NodeId from) const {
  std::string where = absl::StrCat(Path(step), " -> ", NameOf(graph, from, edge.slot), " -> ",
                                   NameOf(graph, edge.target));
  if (edge.slot.kind() == ReferenceKind::kFrameLocal) {
    absl::StrAppend(&where, " ", DescribeFrameLocal(graph, edge.slot));
  }
  return where;
}

void PairWalk::TellMissing(const Step& step, const Edge& edge) {
  const ReferenceKind kind = edge.slot.kind();
  const std::string where = Where(step, edge, a_, step.a);
  // A class that has been loaded by others, but not yet resolved here.
  if (kind == ReferenceKind::kConstantPool && a_.mirrored_class(edge.target).valid()) {
    differences_.Allow("constant pool: a class not resolved yet", where);
  } else if (kind == ReferenceKind::kFrameLocal && IsOnStackChunk(step.b, edge.target)) {
    differences_.Allow("local of an unmounted virtual thread: a word of its stack chunk", where);
  } else if (kind == ReferenceKind::kProtectionDomain && LeadsTo(step.b, PartnerOf(edge.target))) {
    // Since 25 an ordinary field of java.lang.Class.
    differences_.Allow("protection domain: a field of the mirror", where);
  } else {
    differences_.Add(absl::StrCat("missing reference, ", KindName(kind)), where);
  }
}

void PairWalk::TellExtra(const Step& step, const Edge& edge) {
  const ReferenceKind kind = edge.slot.kind();
  const std::string where = Where(step, edge, b_, step.b);
  if (IsExtra(step.b, edge.slot) || kind == ReferenceKind::kFrameLocal) {
    differences_.Allow(absl::StrCat("only here, ", KindName(kind)), where);
  } else {
    differences_.Add(absl::StrCat("reference too many, ", KindName(kind)), where);
  }
}

bool PairWalk::LeadsTo(NodeId from, NodeId target) const {
  return std::ranges::find(b_.targets(from), target) != b_.targets(from).end();
}

// Whether a stack chunk of this virtual thread may refer to something of the target's class.
bool PairWalk::IsOnStackChunk(NodeId thread, NodeId target) const {
  const NodeId continuation = b_.FieldTarget(thread, "cont");
  if (!continuation.valid()) return false;
  const std::string wanted = NameOf(a_, target);
  for (NodeId chunk = b_.FieldTarget(continuation, "tail"); chunk.valid();
       chunk = b_.FieldTarget(chunk, "parent")) {
    const auto slots = b_.slots(chunk);
    for (size_t i = 0; i < slots.size(); ++i) {
      const bool is_word = slots[i].kind() == ReferenceKind::kStackWord;
      if (is_word && NameOf(b_, b_.targets(chunk)[i]) == wanted) return true;
    }
  }
  return false;
}

}  // namespace taproot::test
