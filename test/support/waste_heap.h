// A heap written as the values that a program holds: what a search for waste looks at, and nothing
// else. Classes, sizes and contents are those of a 64-bit JVM with compressed references.
//
//   names = list(10; "Ada" "Ada")     a static field of com.acme.Main with an ArrayList: room for
//                                     10, two Strings that are equal
//   Order.tags = list(0;)             that field of a com.acme.Order, which Main.ORDERS holds
//   copy = names                      the same object
//   local = bytes(1 2 3) ...
//
// Values: "text", bytes(1 2), ints(1 2), longs(1 2) with every element; array(8; a b) with elements
// from the start, the rest null; Integer, Long, TRUE; string(NAME) a String of the array NAME;
// list(room; values), deque(room; values); map(room; 1 3) a HashMap with entries in buckets,
// here 4 in two; hashtable, weak, concurrent likewise; pairs(room; values) an IdentityHashMap;
// set(room; 1 3); linked(), tree() empty or with one value; builder(bytes), stream(bytes).
// `null` makes a field or element null; an empty room, as in map(;), stands for no table at all.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/test_heap.h"
#include "taproot/array_contents.h"

namespace taproot::test {

class WasteHeap {
 public:
  explicit WasteHeap(std::string_view text = "", bool with_contents = true);

  // For what the text cannot say.
  TestHeap& heap() { return heap_; }
  NodeId operator[](std::string_view name) const { return names_.at(std::string(name)); }
  NodeId Text(std::string_view text);
  NodeId TextOf(NodeId array);
  NodeId Bytes(const std::vector<uint8_t>& bytes) { return Numbers("byte[]", bytes, 1); }
  void Hold(std::string_view name, NodeId value);  // in a static field of com.acme.Main

  HeapGraph Build() &&;

 private:
  void Statement(std::string_view statement);
  NodeId Value();
  NodeId Call(std::string_view what);
  NodeId List(std::string_view class_name, std::string_view field);
  NodeId Map(std::string_view class_name, std::string_view entry_class, uint64_t entry_size);
  NodeId Pairs();
  NodeId Linked(std::string_view class_name, std::string_view field);
  NodeId OfNumbers(std::string_view array_class, uint32_t width);
  NodeId Holder(std::string_view class_name, std::string_view field, uint64_t size, NodeId part);
  template <typename Number>
  NodeId Numbers(std::string_view array_class, const std::vector<Number>& numbers, uint32_t width);
  NodeId NewReferences(std::string_view array_class, uint32_t length);

  std::string_view Word();
  bool Take(char c);
  std::optional<uint32_t> Room();

  TestHeap heap_;
  const bool with_contents_;
  std::string_view rest_;  // of the statement that is being read
  std::map<std::string, NodeId> names_;
  std::vector<std::pair<std::string, NodeId>> statics_;
  std::vector<std::pair<std::string, NodeId>> orders_;  // by field
  std::vector<ArrayContents> contents_;
};

}  // namespace taproot::test
