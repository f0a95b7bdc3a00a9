#include "support/waste_heap.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace taproot::test {
namespace {

constexpr uint64_t kArrayHeader = 16;

uint64_t ArrayBytes(uint64_t length, uint64_t width) {
  return (kArrayHeader + length * width + 7) / 8 * 8;
}

void AddClasses(TestHeap& heap) {
  const std::string_view object = "java.lang.Object";
  for (std::string_view name : {"int[]", "long[]", "char[]"}) heap.AddClass(name);
  const std::pair<std::string_view, std::vector<std::string_view>> kClasses[] = {
      {"java.util.ArrayList", {"java.lang.Object[] elementData", "int size"}},
      {"java.util.ArrayDeque", {"java.lang.Object[] elements"}},
      {"java.util.HashMap", {"java.lang.Object keySet", "java.lang.Object[] table"}},
      {"java.util.HashMap$Node", {"java.lang.Object key", "java.util.HashMap$Node next"}},
      {"java.util.HashMap$KeySet", {"java.util.HashMap this$0"}},
      {"java.util.Hashtable", {"java.lang.Object[] table"}},
      {"java.util.Hashtable$Entry", {"java.util.Hashtable$Entry next"}},
      {"java.util.WeakHashMap", {"java.lang.Object[] table"}},
      {"java.util.concurrent.ConcurrentHashMap", {"java.lang.Object[] table"}},
      {"java.util.concurrent.ConcurrentHashMap$Node", {"java.lang.Object next"}},
      {"java.util.IdentityHashMap", {"java.lang.Object[] table"}},
      {"java.util.HashSet", {"java.util.HashMap map"}},
      {"java.util.LinkedList", {"java.lang.Object first"}},
      {"java.util.TreeMap", {"java.lang.Object root"}},
      {"java.lang.AbstractStringBuilder", {"byte[] value"}},
      {"java.io.ByteArrayOutputStream", {"byte[] buf"}},
      {"java.lang.Integer", {"int value"}},
      {"java.lang.Long", {"long value"}},
      {"java.lang.Boolean", {"static java.lang.Boolean TRUE"}},
      {"java.lang.Integer$IntegerCache", {"static java.lang.Integer[] cache"}}};
  for (const auto& [name, fields] : kClasses) heap.AddClass(name, object, fields);
  heap.AddClass("java.lang.StringBuilder", "java.lang.AbstractStringBuilder");
  heap.AddClass("java.util.LinkedHashMap", "java.util.HashMap");
  heap.AddClass("java.util.WeakHashMap$Entry", "java.lang.ref.WeakReference",
                {"java.util.WeakHashMap$Entry next"});
  heap.AddClass("java.util.concurrent.ConcurrentHashMap$TreeBin",
                "java.util.concurrent.ConcurrentHashMap$Node", {"java.lang.Object first"});
}

}  // namespace

WasteHeap::WasteHeap(std::string_view text, bool with_contents) : with_contents_(with_contents) {
  AddClasses(heap_);
  for (std::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line.substr(0, line.find('#')));
    if (!line.empty()) Statement(line);
  }
}

void WasteHeap::Statement(std::string_view statement) {
  rest_ = statement;
  const std::string name(Word());
  if (!Take('=')) throw std::invalid_argument(absl::StrCat("no '=': ", statement));
  const NodeId value = Value();
  names_[name] = value;
  const std::pair<std::string_view, std::string_view> parts =
      absl::StrSplit(name, absl::MaxSplits('.', 1));
  if (parts.second.empty()) {
    statics_.emplace_back(name, value);
  } else {
    orders_.emplace_back(parts.second, value);
  }
  if (!rest_.empty()) throw std::invalid_argument(absl::StrCat("not understood: ", rest_));
}

// --- values ---

NodeId WasteHeap::Value() {
  if (Take('"')) {
    const size_t end = rest_.find('"');
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    Take(' ');
    return Text(text);
  }
  const std::string_view word = Word();
  if (word == "Integer") return heap_.New("java.lang.Integer", 16);
  if (word == "Long") return heap_.New("java.lang.Long", 24);
  if (word == "TRUE") return heap_.New("java.lang.Boolean", 16);
  if (word == "null") return {};
  if (!Take('(')) return (*this)[word];
  const NodeId value = Call(word);
  if (!Take(')')) throw std::invalid_argument(absl::StrCat("no ')': ", rest_));
  return value;
}

NodeId WasteHeap::Call(std::string_view what) {
  if (what == "bytes") return OfNumbers("byte[]", 1);
  if (what == "chars") return OfNumbers("char[]", 2);
  if (what == "ints") return OfNumbers("int[]", 4);
  if (what == "longs") return OfNumbers("long[]", 8);
  if (what == "builder")
    return Holder("java.lang.StringBuilder", "value", 24, OfNumbers("byte[]", 1));
  if (what == "stream") {
    return Holder("java.io.ByteArrayOutputStream", "buf", 24, OfNumbers("byte[]", 1));
  }
  if (what == "string") return TextOf((*this)[Word()]);
  if (what == "array") return List("", "");
  if (what == "list") return List("java.util.ArrayList", "elementData");
  if (what == "deque") return List("java.util.ArrayDeque", "elements");
  if (what == "pairs") return List("java.util.IdentityHashMap", "table");
  if (what == "linked") return Linked("java.util.LinkedList", "first");
  if (what == "tree") return Linked("java.util.TreeMap", "root");
  if (what == "map") return Map("java.util.HashMap", "java.util.HashMap$Node", 32);
  if (what == "linkedmap") return Map("java.util.LinkedHashMap", "java.util.HashMap$Node", 32);
  if (what == "hashtable") return Map("java.util.Hashtable", "java.util.Hashtable$Entry", 32);
  if (what == "weak") return Map("java.util.WeakHashMap", "java.util.WeakHashMap$Entry", 48);
  if (what == "concurrent") {
    return Map("java.util.concurrent.ConcurrentHashMap",
               "java.util.concurrent.ConcurrentHashMap$Node", 32);
  }
  if (what == "set") {
    return Holder("java.util.HashSet", "map", 16,
                  Map("java.util.HashMap", "java.util.HashMap$Node", 32));
  }
  throw std::invalid_argument(absl::StrCat("no such value: ", what));
}

NodeId WasteHeap::Holder(std::string_view class_name, std::string_view field, uint64_t size,
                         NodeId part) {
  const NodeId holder = heap_.New(class_name, size);
  if (part.valid()) heap_.Set(holder, field, part);
  return holder;
}

NodeId WasteHeap::NewReferences(std::string_view array_class, uint32_t length) {
  return heap_.NewArray(array_class, ArrayBytes(length, 4), length);
}

NodeId WasteHeap::List(std::string_view class_name, std::string_view field) {
  const std::optional<uint32_t> room = Room();
  NodeId table;
  if (room) table = NewReferences("java.lang.Object[]", *room);
  for (uint32_t i = 0; !rest_.empty() && rest_[0] != ')'; ++i) {
    if (const NodeId element = Value()) heap_.SetElement(table, i, element);
  }
  return class_name.empty() ? table : Holder(class_name, field, 24, table);
}

NodeId WasteHeap::Linked(std::string_view class_name, std::string_view field) {
  return Holder(class_name, field, 32, rest_.starts_with(')') ? NodeId() : Value());
}

NodeId WasteHeap::Map(std::string_view class_name, std::string_view entry_class,
                      uint64_t entry_size) {
  const std::optional<uint32_t> room = Room();
  NodeId table;
  if (room) table = NewReferences("java.lang.Object[]", *room);
  for (uint32_t i = 0; !rest_.starts_with(')'); ++i) {
    uint32_t entries = 0;
    if (!absl::SimpleAtoi(Word(), &entries)) throw std::invalid_argument("no number of entries");
    NodeId next;
    for (; entries > 0; --entries) {
      const NodeId entry = heap_.New(entry_class, entry_size);
      if (next.valid()) heap_.Set(entry, "next", next);
      next = entry;
    }
    if (next.valid()) heap_.SetElement(table, i, next);
  }
  return Holder(class_name, "table", 48, table);
}

NodeId WasteHeap::OfNumbers(std::string_view array_class, uint32_t width) {
  std::vector<uint64_t> numbers;
  while (!rest_.starts_with(')')) {
    uint64_t number = 0;
    if (!absl::SimpleAtoi(Word(), &number)) throw std::invalid_argument("not a number");
    numbers.push_back(number);
  }
  return Numbers(array_class, numbers, width);
}

NodeId WasteHeap::Text(std::string_view text) {
  return TextOf(Bytes(std::vector<uint8_t>(text.begin(), text.end())));
}

NodeId WasteHeap::TextOf(NodeId array) { return Holder("java.lang.String", "value", 24, array); }

// Equal contents get equal hashes: more is not asked of them.
template <typename Number>
NodeId WasteHeap::Numbers(std::string_view array_class, const std::vector<Number>& numbers,
                          uint32_t width) {
  const auto length = static_cast<uint32_t>(numbers.size());
  const NodeId array = heap_.NewArray(array_class, ArrayBytes(length, width), length);
  ArrayContents contents{.node = array};
  std::string text(array_class);
  for (const Number number : numbers) {
    absl::StrAppend(&text, " ", number);
    contents.trailing_zeros = number == 0 ? (contents.trailing_zeros + 1) & 0x7fffffff : 0;
  }
  contents.constant = std::set<Number>(numbers.begin(), numbers.end()).size() <= 1;
  contents.hash = std::hash<std::string>()(text);
  contents_.push_back(contents);
  return array;
}

// --- reading ---

std::string_view WasteHeap::Word() {
  const size_t end = std::min(rest_.find_first_of(" ();="), rest_.size());
  const std::string_view word = rest_.substr(0, end);
  rest_ = absl::StripLeadingAsciiWhitespace(rest_.substr(end));
  return word;
}

bool WasteHeap::Take(char c) {
  if (!rest_.starts_with(c)) return false;
  rest_.remove_prefix(1);
  if (c != '"') rest_ = absl::StripLeadingAsciiWhitespace(rest_);
  return true;
}

std::optional<uint32_t> WasteHeap::Room() {
  uint32_t room = 0;
  const bool given = absl::SimpleAtoi(Word(), &room);
  if (!Take(';')) throw std::invalid_argument(absl::StrCat("no room: ", rest_));
  return given ? std::optional(room) : std::nullopt;
}

// --- the program that holds it all ---

void WasteHeap::Hold(std::string_view name, NodeId value) { statics_.emplace_back(name, value); }

HeapGraph WasteHeap::Build() && {
  std::vector<std::string> statics = {"static java.lang.Object[] ORDERS"};
  std::vector<std::string> fields;
  for (const auto& [name, value] : statics_) {
    statics.push_back(absl::StrCat("static java.lang.Object ", name));
  }
  for (const auto& [field, value] : orders_) {
    const std::string declared = absl::StrCat("java.lang.Object ", field);
    if (std::ranges::find(fields, declared) == fields.end()) fields.push_back(declared);
  }
  auto views = [](const std::vector<std::string>& texts) {
    return std::vector<std::string_view>(texts.begin(), texts.end());
  };
  heap_.AddClass("com.acme.Order", "java.lang.Object", views(fields));
  const NodeId main =
      heap_.AddMirror(heap_.AddClass("com.acme.Main", "java.lang.Object", views(statics)));
  for (const auto& [name, value] : statics_) {
    if (value.valid()) heap_.Set(main, name, value);
  }
  if (!orders_.empty()) {
    const auto count = static_cast<uint32_t>(orders_.size());
    const NodeId orders = NewReferences("java.lang.Object[]", count);
    heap_.Set(main, "ORDERS", orders);
    for (uint32_t i = 0; i < count; ++i) {
      const NodeId order = Holder("com.acme.Order", orders_[i].first, 24, orders_[i].second);
      heap_.SetElement(orders, i, order);
    }
  }
  if (with_contents_) heap_.builder().SetContents({std::move(contents_), {}});
  return std::move(heap_).Build();
}

}  // namespace taproot::test
