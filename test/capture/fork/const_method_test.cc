#include "capture/fork/const_method.h"

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/fork/frozen_methods.h"
#include "support/catch.h"

namespace taproot {
namespace {

using Bytes = std::vector<uint8_t>;

template <typename T>
void Append(Bytes& bytes, T value) {
  const size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// As UNSIGNED5 writes it; since JDK 20 without bytes of 0.
void AppendNumber(Bytes& bytes, uint32_t number, int feature_version) {
  const uint32_t excluded = feature_version >= 20 ? 1 : 0;
  const uint32_t low = 192 - excluded;
  int length = 1;
  for (; number >= low && length < 5; ++length) {
    number -= low;
    bytes.push_back(static_cast<uint8_t>(low + excluded + (number & 63)));
    number >>= 6;
  }
  bytes.push_back(static_cast<uint8_t>(number + excluded));
}

uint32_t WithSign(int32_t number) {
  return (static_cast<uint32_t>(number) << 1) ^ static_cast<uint32_t>(number >> 31);
}

// As CompressedLineNumberWriteStream writes them.
Bytes LineTable(const std::vector<std::pair<int32_t, int32_t>>& lines, int feature_version) {
  Bytes bytes;
  int32_t bci = 0;
  int32_t line = 0;
  for (const auto& [next_bci, next_line] : lines) {
    const int32_t far = next_bci - bci;
    const int32_t down = next_line - line;
    const bool is_short = far >= 0 && far < 32 && down >= 0 && down < 8 && far + down > 0 &&
                          (far << 3 | down) != 0xff;
    if (is_short) {
      bytes.push_back(static_cast<uint8_t>(far << 3 | down));
    } else {
      bytes.push_back(0xff);
      AppendNumber(bytes, WithSign(far), feature_version);
      AppendNumber(bytes, WithSign(down), feature_version);
    }
    bci = next_bci;
    line = next_line;
  }
  bytes.push_back(0);
  return bytes;
}

struct Local {
  uint16_t start, length, name, slot;
};

// A method's metadata, laid out as no HotSpot does it: all offsets come from the layout.
class VmMemory {
 public:
  explicit VmMemory(int feature_version) {
    layout_.feature_version = feature_version;
    layout_.method_const_method = 16;
    layout_.const_method_constants = 8;
    layout_.const_method_total_size = 24;
    layout_.const_method_flags = 28;
    layout_.const_method_flags_bytes = 4;
    layout_.const_method_code_size = 32;
    layout_.const_method_name = 34;
    layout_.const_method_signature = 36;
    layout_.const_method_max_locals = 38;
    layout_.const_method_size = 40;
    layout_.pool_holder = 8;
    layout_.pool_source_file_name = 16;
    layout_.pool_size = 24;
    layout_.klass_name = 32;
    layout_.symbol_length = 4;
    layout_.symbol_body = 6;
    pool_.resize(layout_.pool_size + 16 * 8);
    klass_.resize(64);
    Store(pool_, layout_.pool_holder, AddressOf(klass_));
    Store(klass_, layout_.klass_name, Symbol("com/acme/Main"));
  }

  void Name(uint16_t slot, std::string_view text) {
    Store(pool_, layout_.pool_size + slot * 8u, Symbol(text));
  }
  void SetHolder(std::string_view name) { Store(klass_, layout_.klass_name, Symbol(name)); }
  void SetSourceFile(uint16_t slot) { Store(pool_, layout_.pool_source_file_name, slot); }

  // Between the byte codes and the end: the line numbers, then `tail`.
  void SetMethod(int64_t flags, uint16_t code_size, const Bytes& lines, const Bytes& tail) {
    const_method_.assign(layout_.const_method_size, 0);
    const_method_.resize(const_method_.size() + code_size, 0xcc);
    const_method_.insert(const_method_.end(), lines.begin(), lines.end());
    while ((const_method_.size() + tail.size()) % 8 != 0) const_method_.push_back(0xdd);
    const_method_.insert(const_method_.end(), tail.begin(), tail.end());
    Store(const_method_, layout_.const_method_constants, AddressOf(pool_));
    Store(const_method_, layout_.const_method_total_size,
          static_cast<uint32_t>(const_method_.size() / 8));
    Store(const_method_, layout_.const_method_flags, static_cast<uint32_t>(flags));
    Store(const_method_, layout_.const_method_code_size, code_size);
    Store(const_method_, layout_.const_method_name, uint16_t{1});
    Store(const_method_, layout_.const_method_signature, uint16_t{2});
    Store(const_method_, layout_.const_method_max_locals, uint16_t{5});
    method_.assign(24, 0);
    Store(method_, layout_.method_const_method, AddressOf(const_method_));
  }

  const VmLayout& layout() const { return layout_; }
  Address method() const { return AddressOf(method_); }

 private:
  static Address AddressOf(const Bytes& bytes) { return reinterpret_cast<Address>(bytes.data()); }
  template <typename T>
  static void Store(Bytes& bytes, size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
  Address Symbol(std::string_view text) {
    auto& symbol = symbols_.emplace_back(std::make_unique<Bytes>(6));
    Store(*symbol, layout_.symbol_length, static_cast<uint16_t>(text.size()));
    symbol->insert(symbol->end(), text.begin(), text.end());
    return AddressOf(*symbol);
  }

  VmLayout layout_;
  Bytes pool_, klass_, const_method_, method_;
  std::vector<std::unique_ptr<Bytes>> symbols_;
};

TEST_CASE("lines are found in a table that is compressed as each JDK does it", "[capture][fork]") {
  // Short steps, a backward branch, a far line, byte code indices out of order.
  const std::vector<std::pair<int32_t, int32_t>> lines = {
      {0, 40}, {4, 41}, {35, 48}, {36, 41}, {300, 70000}, {60000, 12}, {50, 9}, {51, 9}};
  for (int feature_version : {17, 21, 25}) {
    VmMemory memory(feature_version);
    memory.SetMethod(memory.layout().has_line_numbers, 3, LineTable(lines, feature_version), {});
    const FrozenHeap heap(memory.layout());
    const ConstMethod method(&heap, memory.method());
    CHECK(method.LineOf(0) == 40);
    CHECK(method.LineOf(3) == 40);
    CHECK(method.LineOf(4) == 41);
    CHECK(method.LineOf(35) == 48);
    CHECK(method.LineOf(49) == 41);
    CHECK(method.LineOf(50) == 9);
    CHECK(method.LineOf(299) == 9);
    CHECK(method.LineOf(300) == 70000);
    CHECK(method.LineOf(65535) == 12);
    CHECK(method.LineOf(-1) == -1);
  }
}

TEST_CASE("a method without line numbers has no line", "[capture][fork]") {
  VmMemory memory(21);
  memory.SetMethod(0, 3, LineTable({{0, 40}}, 21), {});
  const FrozenHeap heap(memory.layout());
  CHECK(ConstMethod(&heap, memory.method()).LineOf(0) == -1);
}

// The tables behind the line numbers that the flags ask for, the local variables first.
Bytes Tables(const VmLayout& layout, int64_t flags, const std::vector<Local>& locals) {
  Bytes tail;
  if ((flags & layout.has_local_variables) != 0) {
    for (const Local& local : locals) {
      for (uint16_t part :
           {local.start, local.length, local.name, uint16_t{2}, uint16_t{0}, local.slot}) {
        Append(tail, part);
      }
    }
    Append(tail, static_cast<uint16_t>(locals.size()));
  }
  auto add_table = [&](int64_t flag, uint16_t rows, uint16_t shorts) {
    if ((flags & flag) == 0) return;
    for (int i = 0; i < rows * shorts; ++i) Append(tail, uint16_t{0x7777});
    Append(tail, rows);
  };
  add_table(layout.has_exception_table, 3, 4);
  add_table(layout.has_checked_exceptions, 2, 1);
  add_table(layout.has_method_parameters, 5, 2);
  if ((flags & layout.has_generic_signature) != 0) Append(tail, uint16_t{0x6666});
  for (int64_t annotations : {layout.has_method_annotations, layout.has_parameter_annotations,
                              layout.has_type_annotations, layout.has_default_annotations}) {
    if ((flags & annotations) != 0) Append(tail, uint64_t{0x5555555555555555});
  }
  return tail;
}

TEST_CASE("local variables are found whatever tables lie behind them", "[capture][fork]") {
  VmMemory memory(17);
  memory.Name(3, "this");
  memory.Name(4, "last");
  const VmLayout& layout = memory.layout();
  const FrozenHeap heap(layout);
  const int64_t others[] = {layout.has_exception_table,    layout.has_checked_exceptions,
                            layout.has_method_parameters,  layout.has_generic_signature,
                            layout.has_method_annotations, layout.has_parameter_annotations,
                            layout.has_type_annotations,   layout.has_default_annotations};
  for (uint32_t chosen = 0; chosen < 256; ++chosen) {
    int64_t flags = layout.has_local_variables;
    for (uint32_t i = 0; i < 8; ++i) {
      if ((chosen >> i & 1) != 0) flags |= others[i];
    }
    memory.SetMethod(flags, 90, {}, Tables(layout, flags, {{0, 90, 3, 0}, {17, 60, 4, 2}}));
    const std::vector<LocalVariable> locals = ConstMethod(&heap, memory.method()).Locals();
    INFO("flags " << flags);
    REQUIRE(locals.size() == 2);
    CHECK(locals[0] == LocalVariable{"this", 0, 0, 90});
    CHECK(locals[1] == LocalVariable{"last", 2, 17, 60});
  }
}

TEST_CASE("a method without a table of local variables has no names", "[capture][fork]") {
  VmMemory memory(17);
  const FrozenHeap heap(memory.layout());
  const int64_t flags = memory.layout().has_exception_table;
  memory.SetMethod(flags, 9, {}, Tables(memory.layout(), flags, {}));
  CHECK(ConstMethod(&heap, memory.method()).Locals().empty());
}

TEST_CASE("a method is named as Java names it, once", "[capture][fork]") {
  VmMemory memory(25);
  memory.Name(1, "run");
  memory.Name(2, "()V");
  memory.Name(3, "Main.java");
  memory.SetSourceFile(3);
  memory.SetMethod(0, 9, {}, {});
  const FrozenHeap heap(memory.layout());
  HeapGraphBuilder builder;
  FrozenMethods methods(&heap, &builder);
  const MethodId id = methods.FindMethod(memory.method());
  const Address pointer = memory.method();
  CHECK(methods.Find(reinterpret_cast<jmethodID>(const_cast<Address*>(&pointer))) == id);
  CHECK_FALSE(methods.IsOurs(id));
  absl::StatusOr<HeapGraph> graph = std::move(builder).Build();
  REQUIRE(graph.ok());
  REQUIRE(graph->methods().size() == 1);
  CHECK(graph->method(id) == JavaMethod{.class_name = "com.acme.Main",
                                        .name = "run",
                                        .signature = "()V",
                                        .source_file = "Main.java",
                                        .max_locals = 5});
}

TEST_CASE("hidden classes lose their address, native methods have no locals", "[capture][fork]") {
  VmMemory memory(25);
  memory.SetHolder("com/acme/Main$$Lambda+0x00007f1c");
  memory.SetMethod(0, 0, {}, {});
  const FrozenHeap heap(memory.layout());
  HeapGraphBuilder builder;
  FrozenMethods methods(&heap, &builder);
  CHECK(methods.LineOfMethod(memory.method(), 0) == -1);
  methods.FindMethod(memory.method());
  absl::StatusOr<HeapGraph> graph = std::move(builder).Build();
  REQUIRE(graph.ok());
  CHECK(graph->methods()[0].class_name == "com.acme.Main$$Lambda");
  CHECK(graph->methods()[0].max_locals == -1);
}

TEST_CASE("methods of the library that applications call us by are ours", "[capture][fork]") {
  VmMemory memory(21);
  memory.SetMethod(0, 9, {}, {});
  const FrozenHeap heap(memory.layout());
  HeapGraphBuilder builder;
  FrozenMethods methods(&heap, &builder);
  memory.SetHolder("org/taproot/Taproot");
  CHECK(methods.IsOurs(methods.FindMethod(memory.method())));
}

TEST_CASE("there is no method behind null, nor where a class was unloaded", "[capture][fork]") {
  VmMemory memory(21);
  const FrozenHeap heap(memory.layout());
  HeapGraphBuilder builder;
  FrozenMethods methods(&heap, &builder);
  CHECK_FALSE(methods.Find(nullptr).valid());
  for (Address gone : {Address{0}, Address{55}}) {
    CHECK_FALSE(methods.Find(reinterpret_cast<jmethodID>(&gone)).valid());
    CHECK(methods.LineOf(reinterpret_cast<jmethodID>(&gone), 3) == -1);
  }
  CHECK_FALSE(methods.IsOurs(MethodId()));
  CHECK(methods.LocalsOf(MethodId()).empty());
}

}  // namespace
}  // namespace taproot
