// The object graph of a JVM at one moment: what every analysis and every report works on, whatever
// it was captured with.
//
// A HeapGraph is immutable and complete in itself; it holds no handle into the JVM. All const
// methods may be called from any number of threads at once. Made by HeapGraphBuilder only.
//
// Layout: nodes are numbered 0..node_count()-1; references lie in compressed rows, the row of a
// node being targets(node) beside slots(node). An object's reference to its class is not stored:
// ForEachReference() adds it where it matters.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taproot/array_contents.h"
#include "taproot/frozen_array.h"
#include "taproot/ids.h"
#include "taproot/java_class.h"
#include "taproot/known_value.h"
#include "taproot/reference.h"
#include "taproot/root.h"

namespace taproot {

struct VmInfo {
  std::string name;          // "OpenJDK 64-Bit Server VM"
  std::string version;       // "17.0.15+6-Debian-1deb12u1"
  std::string java_version;  // "17.0.15"
  int feature_version = 0;   // 17
  std::string collector;     // "Serial", "Parallel", "G1", "ZGC", "Shenandoah", "Epsilon"; else ""
  std::string main_class;    // main class or jar, empty if unknown
  std::string host;          // the machine or container it runs on, by name; empty if unknown
  int64_t pid = 0;
  int64_t heap_used = 0;  // bytes, before the capture
  int64_t heap_max = 0;   // bytes

  friend bool operator==(const VmInfo&, const VmInfo&) = default;
};

struct CaptureInfo {
  std::string engine;              // "follow", "fork"
  std::string identity;            // "address", "tags"
  std::string fallback_reason;     // why a better engine or identity was not taken; empty if it was
  double pause_ms = 0;             // how long the application stood still
  double safepoint_ms = 0;         // of it: until the application stood; with fork only
  double roots_ms = 0;             // of it: writing down the roots; with fork only
  double fork_ms = 0;              // of it: the fork itself; with fork only
  double total_ms = 0;             // from the request to the finished graph
  int64_t captured_at_ms = 0;      // wall clock, milliseconds since 1970
  std::vector<std::string> notes;  // what a reader of the numbers must know

  friend bool operator==(const CaptureInfo&, const CaptureInfo&) = default;
};

// An object somebody expects to die.
struct WatchedObject {
  uint64_t id = 0;   // given out by the watch registry, unique within a process
  std::string name;  // free text given with the watch
  std::string class_name;
  NodeId node;         // none when no walk met the object
  int64_t age_ms = 0;  // since it is watched
  uint32_t collections_survived = 0;

  friend bool operator==(const WatchedObject&, const WatchedObject&) = default;
};

// A field of a class layout together with the class that declares it.
struct FieldRef {
  ClassId declaring;
  const JavaField* field = nullptr;  // null if the class's fields are not known
};

class HeapGraph {
 public:
  // The nodes and their references, column by column. May lie in a mapped file.
  struct Rows {
    FrozenArray<ClassId> class_of;
    FrozenArray<uint32_t> size_in_words;
    FrozenArray<uint32_t> array_length;  // 0 if no array
    FrozenArray<uint32_t> first;         // of a node's references; one entry more than nodes
    FrozenArray<NodeId> targets;
    FrozenArray<ReferenceSlot> slots;

    friend bool operator==(const Rows&, const Rows&) = default;
  };

  HeapGraph(const HeapGraph&) = delete;
  HeapGraph& operator=(const HeapGraph&) = delete;
  HeapGraph(HeapGraph&&) = default;
  HeapGraph& operator=(HeapGraph&&) = default;

  uint32_t node_count() const { return static_cast<uint32_t>(rows_.class_of.size()); }
  uint64_t reference_count() const { return rows_.targets.size(); }

  // --- a node ---
  ClassId class_of(NodeId node) const { return rows_.class_of[node.value]; }
  const JavaClass& java_class(NodeId node) const { return classes_[class_of(node).value]; }
  uint64_t shallow_size(NodeId node) const {  // bytes, as the VM says
    return uint64_t{rows_.size_in_words[node.value]} * kWordBytes;
  }
  uint32_t array_length(NodeId node) const {  // 0 if no array
    return rows_.array_length[node.value];
  }
  std::span<const NodeId> targets(NodeId node) const {
    return std::span(rows_.targets).subspan(rows_.first[node.value], degree(node));
  }
  std::span<const ReferenceSlot> slots(NodeId node) const {
    return std::span(rows_.slots).subspan(rows_.first[node.value], degree(node));
  }
  uint32_t degree(NodeId node) const {
    return rows_.first[node.value + 1] - rows_.first[node.value];
  }
  // Position of the node's first reference among all references.
  uint32_t first_reference(NodeId node) const { return rows_.first[node.value]; }

  // The mirror of the node's class where that class could be unloaded, else none: for the classes
  // of the built-in loaders the reference says nothing.
  NodeId implied_class_target(NodeId node) const {
    const JavaClass& java_class = this->java_class(node);
    return java_class.is_builtin() ? NodeId() : java_class.mirror;
  }

  // Calls visit(NodeId target, ReferenceSlot slot) for every reference of the node, the stored ones
  // first, the implied one (kClass) last.
  template <typename Visit>
  void ForEachReference(NodeId node, Visit&& visit) const {
    const uint32_t end = rows_.first[node.value + 1];
    for (uint32_t i = rows_.first[node.value]; i < end; ++i) {
      visit(rows_.targets[i], rows_.slots[i]);
    }
    if (NodeId mirror = implied_class_target(node)) {
      visit(mirror, ReferenceSlot(ReferenceKind::kClass, 0));
    }
  }

  // How firmly a reference in this slot of this node holds its target.
  Strength strength(NodeId node, ReferenceSlot slot) const {
    if (slot.kind() != ReferenceKind::kField) return Strength::kStrong;
    const Strength strength = java_class(node).referent_strength;
    if (strength == Strength::kStrong) return strength;
    return slot.index() == referent_field_ || slot.index() == discovered_field_ ? strength
                                                                                : Strength::kStrong;
  }

  // Bytes outside of the Java heap that the object owns (direct buffers); 0 if none or unknown.
  uint64_t native_bytes(NodeId node) const;

  // --- what was read of single objects after the analysis, for a report ---
  // The text of a String, the number of a boxed one, the name of a Thread, an enum constant or a
  // javax.management.ObjectName; shortened. Empty if not read.
  std::string_view text(NodeId node) const;
  std::span<const KnownValue> known_values(NodeId node) const;

  // Of the elements of primitive arrays; empty unless the capture was asked to look at them.
  const ContentsTable& contents() const { return contents_; }

  // --- tables ---
  const Rows& rows() const { return rows_; }
  const std::vector<JavaClass>& classes() const { return classes_; }
  const JavaClass& java_class(ClassId id) const { return classes_[id.value]; }
  const std::vector<Root>& roots() const { return roots_; }
  const Root& root(RootId id) const { return roots_[id.value]; }
  const std::vector<JavaThread>& threads() const { return threads_; }
  const JavaThread& thread(ThreadId id) const { return threads_[id.value]; }
  const std::vector<JavaMethod>& methods() const { return methods_; }
  const JavaMethod& method(MethodId id) const { return methods_[id.value]; }
  const std::vector<FrameLocal>& frame_locals() const { return frame_locals_; }
  // Of a slot of kind kFrameLocal; null if nothing is known of it.
  const FrameLocal* frame_local(ReferenceSlot slot) const {
    return slot.index() < frame_locals_.size() ? &frame_locals_[slot.index()] : nullptr;
  }
  const std::vector<WatchedObject>& watched() const { return watched_; }
  const VmInfo& vm() const { return vm_; }
  const CaptureInfo& capture() const { return capture_; }

  // By node, for those of whom they are known.
  const std::vector<std::pair<NodeId, uint64_t>>& native_bytes() const { return native_bytes_; }
  const std::map<NodeId, std::string>& texts() const { return texts_; }
  const std::map<NodeId, std::vector<KnownValue>>& known_values() const { return known_values_; }

  // --- look-ups ---
  // The class whose mirror this node is; none for other objects and for mirrors of primitives.
  ClassId mirrored_class(NodeId node) const;
  // Classes with exactly this name, hidden ones included. Empty if there are none.
  std::vector<ClassId> FindClasses(std::string_view name) const;
  // True if `id` is `ancestor` or extends it. Interfaces are not looked at.
  bool IsSubclass(ClassId id, ClassId ancestor) const;
  // The field at this position in the layout of the class.
  FieldRef FieldAt(ClassId id, uint32_t index) const;
  // The position of the named field in the layout of the class, the nearest declaration first.
  std::optional<uint32_t> FieldIndex(ClassId id, std::string_view name) const;
  // The target of the named instance field; none if null, absent or not a reference.
  NodeId FieldTarget(NodeId node, std::string_view field) const;
  // Bytes of all flat arrays of this graph.
  uint64_t memory_bytes() const;

 private:
  friend class HeapGraphBuilder;
  friend struct HeapGraphParts;  // of the tests: a snapshot must carry every member
  HeapGraph() = default;

  static constexpr uint64_t kWordBytes = 8;  // every object is a multiple of this in HotSpot

  Rows rows_;

  std::vector<JavaClass> classes_;
  std::vector<std::pair<NodeId, ClassId>> mirrors_;        // sorted by node
  std::vector<std::pair<NodeId, uint64_t>> native_bytes_;  // sorted by node
  ContentsTable contents_;
  std::vector<Root> roots_;
  std::vector<JavaThread> threads_;
  std::vector<JavaMethod> methods_;
  std::vector<FrameLocal> frame_locals_;
  std::map<NodeId, std::string> texts_;  // of the few objects that a report shows
  std::map<NodeId, std::vector<KnownValue>> known_values_;
  std::vector<WatchedObject> watched_;
  VmInfo vm_;
  CaptureInfo capture_;
  // Positions of Reference.referent and Reference.discovered in the layout of every subclass.
  uint32_t referent_field_ = Id<void>::kNone;
  uint32_t discovered_field_ = Id<void>::kNone;
};

}  // namespace taproot
