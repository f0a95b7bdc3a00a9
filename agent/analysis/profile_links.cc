// The names in a profile tree. They are made when asked for: most entries are never printed.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "taproot/profile_tree.h"

namespace taproot {
namespace {

constexpr std::string_view kInput = "<INPUT>";

// Arrays nested deeper than this are a list made of arrays; the subscripts nearest to the entry are
// written and the rest is left out, or a path of n such names would be n * n long.
constexpr size_t kMaxSubscripts = 16;

std::string_view WithoutPackage(std::string_view class_name) {
  const size_t dot = class_name.rfind('.');
  return dot == std::string_view::npos ? class_name : class_name.substr(dot + 1);
}

std::string FieldLink(const HeapGraph& graph, ClassId java_class, uint32_t index) {
  const FieldRef ref = graph.FieldAt(java_class, index);
  if (!ref.declaring.valid()) return absl::StrCat("<field ", index, ">");
  const std::string_view owner = WithoutPackage(graph.java_class(ref.declaring).name);
  if (ref.field == nullptr) return absl::StrCat(owner, "#<field ", index, ">");
  return absl::StrCat(owner, "#", ref.field->name);
}

// Any kind but an element.
std::string DirectLink(const HeapGraph& graph, NodeId from, ReferenceSlot slot) {
  switch (slot.kind()) {
    case ReferenceKind::kField:
    case ReferenceKind::kMirrorField:
      return FieldLink(graph, graph.class_of(from), slot.index());
    case ReferenceKind::kStaticField:
      return FieldLink(graph, graph.mirrored_class(from), slot.index());
    case ReferenceKind::kClass:
      return "<class>";
    case ReferenceKind::kSuperclass:
      return "<superclass>";
    case ReferenceKind::kInterface:
      return "<interface>";
    case ReferenceKind::kClassLoader:
      return "<class loader>";
    case ReferenceKind::kProtectionDomain:
      return "<protection domain>";
    case ReferenceKind::kSigners:
      return "<signers>";
    case ReferenceKind::kConstantPool:
      return absl::StrCat("<constant pool ", slot.index(), ">");
    case ReferenceKind::kCallSite:
      return absl::StrCat("<call site ", slot.index(), ">");
    case ReferenceKind::kHiddenClass:
      return "<hidden class>";
    case ReferenceKind::kStackWord:
      return absl::StrCat("<stack word ", slot.index(), ">");
    case ReferenceKind::kFrameLocal: {
      const FrameLocal* local = graph.frame_local(slot);
      return local == nullptr ? "<frame local>" : absl::StrCat("<frame local ", local->slot, ">");
    }
    case ReferenceKind::kArrayElement:
    case ReferenceKind::kOther:
      break;
  }
  return "<other>";
}

}  // namespace

std::string LinkName(const HeapGraph& graph, const ProfileTree& tree, uint32_t entry) {
  const std::vector<ProfileEntry>& entries = tree.entries;
  if (entries[entry].is_shell) return "";
  std::vector<uint32_t> subscripts;  // the innermost first
  auto is_element = [&](uint32_t e) {
    return entries[e].parent != ProfileEntry::kNoParent && entries[e].slot.is_element();
  };
  for (; is_element(entry) && subscripts.size() < kMaxSubscripts; entry = entries[entry].parent) {
    subscripts.push_back(entries[entry].slot.index());
  }
  const ProfileEntry& array = entries[entry];
  std::string name;
  if (is_element(entry)) {
    name = "[...]";
  } else if (array.parent == ProfileEntry::kNoParent) {
    name = kInput;
  } else {
    name = DirectLink(graph, entries[array.parent].node, array.slot);
  }
  for (size_t i = subscripts.size(); i-- > 0;) absl::StrAppend(&name, "[", subscripts[i], "]");
  return name;
}

std::vector<std::string> EntryPath(const HeapGraph& graph, const ProfileTree& tree,
                                   uint32_t entry) {
  std::vector<std::string> path;
  for (; entry != ProfileEntry::kNoParent; entry = tree.entries[entry].parent) {
    if (!tree.entries[entry].is_shell) path.push_back(LinkName(graph, tree, entry));
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace taproot
