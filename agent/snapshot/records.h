// The fields of everything that a snapshot stores record by record, listed once for writing and
// reading alike: ForFields(archive, record) hands the archive all fields in a fixed order. What
// HeapGraphBuilder derives is left out.
#pragma once

#include <concepts>
#include <type_traits>

#include "taproot/heap_graph.h"

namespace taproot::snapshot {

// Record may be const: an encoder reads what a decoder writes.
template <typename Record, typename T>
concept IsRecord = std::same_as<std::remove_const_t<Record>, T>;

template <typename A, IsRecord<VmInfo> R>
void ForFields(A& archive, R& r) {
  archive(r.name, r.version, r.java_version, r.feature_version, r.collector, r.main_class, r.host,
          r.pid, r.heap_used, r.heap_max);
}

// As formats 1 and 2 have it.
struct VmInfo2 {
  VmInfo info;
};

template <typename A, IsRecord<VmInfo2> R>
void ForFields(A& archive, R& r) {
  auto& info = r.info;
  archive(info.name, info.version, info.java_version, info.feature_version, info.collector,
          info.main_class, info.pid, info.heap_used, info.heap_max);
}

template <typename A, IsRecord<CaptureInfo> R>
void ForFields(A& archive, R& r) {
  archive(r.engine, r.identity, r.fallback_reason, r.pause_ms, r.safepoint_ms, r.roots_ms,
          r.fork_ms, r.total_ms, r.captured_at_ms, r.notes);
}

// As format 1 has it.
struct CaptureInfo1 {
  CaptureInfo info;
};

template <typename A, IsRecord<CaptureInfo1> R>
void ForFields(A& archive, R& r) {
  auto& info = r.info;
  archive(info.engine, info.identity, info.fallback_reason, info.pause_ms, info.total_ms,
          info.captured_at_ms, info.notes);
}

template <typename A, IsRecord<JavaField> R>
void ForFields(A& archive, R& r) {
  archive(r.name, r.signature, r.is_static);
}

// Without first_field, primitive_fields and reference_fields.
template <typename A, IsRecord<JavaClass> R>
void ForFields(A& archive, R& r) {
  archive(r.name, r.source_file, r.super, r.host, r.mirror, r.loader, r.loader_kind, r.loader_name,
          r.is_array, r.is_interface, r.is_hidden, r.referent_strength, r.fields);
}

template <typename A, IsRecord<LocalVariable> R>
void ForFields(A& archive, R& r) {
  archive(r.name, r.slot, r.start_bci, r.length);
}

template <typename A, IsRecord<JavaMethod> R>
void ForFields(A& archive, R& r) {
  archive(r.class_name, r.name, r.signature, r.source_file, r.max_locals, r.locals);
}

template <typename A, IsRecord<ThreadFrame> R>
void ForFields(A& archive, R& r) {
  archive(r.method, r.bci, r.line, r.is_agent);
}

template <typename A, IsRecord<JavaThread> R>
void ForFields(A& archive, R& r) {
  archive(r.name, r.tid, r.is_daemon, r.is_virtual, r.is_agent, r.node, r.state, r.carrier,
          r.frames, r.frames_left_out);
}

template <typename A, IsRecord<Root> R>
void ForFields(A& archive, R& r) {
  archive(r.kind, r.node, r.thread, r.klass, r.field, r.method, r.depth, r.slot, r.bci, r.line);
}

template <typename A, IsRecord<FrameLocal> R>
void ForFields(A& archive, R& r) {
  archive(r.method, r.depth, r.slot, r.bci, r.line);
}

template <typename A, IsRecord<WatchedObject> R>
void ForFields(A& archive, R& r) {
  archive(r.id, r.name, r.class_name, r.node, r.age_ms, r.collections_survived);
}

template <typename A, IsRecord<KnownValue> R>
void ForFields(A& archive, R& r) {
  archive(r.name, r.value);
}

template <typename A, IsRecord<ContentsPreview> R>
void ForFields(A& archive, R& r) {
  archive(r.hash, r.bytes, r.size);
}

// The last of each enumeration that is stored, so that a reader can refuse others.
constexpr LoaderKind LastOf(LoaderKind) { return LoaderKind::kCustom; }
constexpr Strength LastOf(Strength) { return Strength::kPhantom; }
constexpr ThreadState LastOf(ThreadState) { return ThreadState::kTerminated; }
constexpr RootKind LastOf(RootKind) { return RootKind::kVmInternal; }

}  // namespace taproot::snapshot
