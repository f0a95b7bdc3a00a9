// The few objects that a capture must know again when the walk meets them: class mirrors, threads,
// loaders, watched objects, inputs. Each is tagged with the negated, one-based number of its row,
// so that a tag below zero is a mark and a tag above zero stays free for identity by tags.
#pragma once

#include <jni.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "capture/logged_root.h"
#include "taproot/ids.h"

namespace taproot {

struct Mark {
  static constexpr uint32_t kNone = 0xffffffff;

  enum Role : uint16_t {
    kMirror = 1 << 0,     // a java.lang.Class; klass is set once the class is described
    kPlumbing = 1 << 1,   // an object of ours: no node, never a root
    kCollected = 1 << 3,  // an instance of a class that the capture was asked to collect
    // Of a mirror: what the walk must know of instances of the class.
    kOfClass = 1 << 4,      // the mirrored class is java.lang.Class itself
    kOfLoader = 1 << 5,     // it is a ClassLoader
    kOfThread = 1 << 6,     // it is a Thread
    kOfReference = 1 << 7,  // it is a java.lang.ref.Reference
    kCollectInstances = 1 << 8,
    kDirectBuffer = 1 << 10,   // of a mirror, and of a buffer that the walk has met
    kHasInstances = 1 << 11,   // of a mirror: the walk has met an instance
    kVisited = 1 << 9,         // a mirror that is part of the graph
    kVirtualThread = 1 << 12,  // of a mirror, and of a thread that the walk has met
  };

  uint16_t roles = 0;
  ClassId klass;
  ThreadId thread;
  uint32_t watched = kNone;           // position among the watched objects of the request
  uint32_t chunk = kNone;             // of kPlumbing objects, see PlumbingList
  uint32_t referent_index = kNone;    // of kOfReference mirrors, in JVMTI's numbering
  uint32_t discovered_index = kNone;  // likewise
  uint32_t instance_words = 0;  // of mirrors: size of an instance, arrays excepted; 0 if unseen
  ObjectKey key = 0;            // set when the walk meets the object

  bool Is(Role role) const { return (roles & role) != 0; }
  void Add(Role role) { roles = static_cast<uint16_t>(roles | role); }
};

class MarkTable {
 public:
  static constexpr bool IsMark(jlong tag) { return tag < 0; }
  static constexpr uint32_t IndexOf(jlong tag) { return static_cast<uint32_t>(-tag - 1); }
  static constexpr jlong TagOf(uint32_t index) { return -static_cast<jlong>(index) - 1; }

  uint32_t Add(Mark mark) {
    if (size_ % kChunk == 0) chunks_.push_back(std::make_unique<Mark[]>(kChunk));
    (*this)[size_] = mark;
    return size_++;
  }
  Mark& operator[](uint32_t index) { return chunks_[index / kChunk][index % kChunk]; }
  const Mark& operator[](uint32_t index) const { return chunks_[index / kChunk][index % kChunk]; }
  Mark& OfTag(jlong tag) { return (*this)[IndexOf(tag)]; }
  uint32_t size() const { return size_; }

 private:
  static constexpr uint32_t kChunk = 4096;

  // In chunks, since references into it live while the walk adds marks.
  std::vector<std::unique_ptr<Mark[]>> chunks_;
  uint32_t size_ = 0;
};

}  // namespace taproot
