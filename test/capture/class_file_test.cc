#include "capture/class_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"

namespace taproot {
namespace {

// Writes the parts of a class file that the reader looks at.
class ClassFileWriter {
 public:
  ClassFileWriter& U1(uint32_t v) { return Number(v, 1); }
  ClassFileWriter& U2(uint32_t v) { return Number(v, 2); }
  ClassFileWriter& U4(uint32_t v) { return Number(v, 4); }
  ClassFileWriter& Text(std::string_view text) {
    U1(1).U2(static_cast<uint32_t>(text.size()));
    bytes.insert(bytes.end(), text.begin(), text.end());
    return *this;
  }

  std::vector<uint8_t> bytes;

 private:
  ClassFileWriter& Number(uint32_t value, int width) {
    for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<uint8_t>(value >> shift));
    }
    return *this;
  }
};

// class C { long skipped; void m(int a) { ... } }: code of 4 bytes, line 7 from 0 on and 8 from 2
// on, `a` in slot 1 for all of it.
std::vector<uint8_t> SmallClass() {
  ClassFileWriter w;
  w.U4(0xCAFEBABE).U4(61);
  w.U2(12);
  w.Text("m").Text("(I)V").Text("Code").Text("LineNumberTable").Text("LocalVariableTable");  // 1-5
  w.Text("a").Text("I");                                                                     // 6-7
  w.U1(5).U4(1).U4(2);                // 8, 9: a long
  w.Text("f").Text("J");              // 10-11
  w.U2(0).U2(0).U2(0).U2(0);          // access, this, super, no interfaces
  w.U2(1).U2(0).U2(10).U2(11).U2(0);  // a field
  w.U2(1).U2(0).U2(1).U2(2).U2(1);    // a method with one attribute
  w.U2(3).U4(2 + 2 + 4 + 4 + 2 + 2 + (6 + 10) + (6 + 12));
  w.U2(1).U2(2).U4(4).U4(0).U2(0).U2(2);  // stack, locals, code, no handlers, two tables
  w.U2(4).U4(10).U2(2).U2(0).U2(7).U2(2).U2(8);
  w.U2(5).U4(12).U2(1).U2(0).U2(4).U2(6).U2(7).U2(1);
  w.U2(0);
  return w.bytes;
}

TEST_CASE("A method's lines and locals are read", "[class_file]") {
  const auto info = ReadMethodDebugInfo(SmallClass(), "m", "(I)V");
  REQUIRE(info.ok());
  CHECK(info->code_length == 4);
  CHECK(info->max_locals == 2);
  CHECK(info->lines == std::vector<std::pair<uint32_t, int32_t>>{{0, 7}, {2, 8}});
  CHECK(info->locals ==
        std::vector<LocalVariable>{{.name = "a", .slot = 1, .start_bci = 0, .length = 4}});
}

TEST_CASE("A method is known by name and descriptor", "[class_file]") {
  CHECK(absl::IsNotFound(ReadMethodDebugInfo(SmallClass(), "m", "()V").status()));
  CHECK(absl::IsNotFound(ReadMethodDebugInfo(SmallClass(), "n", "(I)V").status()));
}

TEST_CASE("Whatever is cut off or flipped is an error or another answer, never a fault",
          "[class_file]") {
  const std::vector<uint8_t> whole = SmallClass();
  for (size_t size = 0; size < whole.size() - 2; ++size) {
    const std::vector<uint8_t> cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    CHECK_FALSE((ReadMethodDebugInfo(cut, "m", "(I)V").ok() && size < whole.size() / 2));
  }
  for (size_t i = 0; i < whole.size() * 8; ++i) {
    std::vector<uint8_t> flipped = whole;
    flipped[i / 8] = static_cast<uint8_t>(flipped[i / 8] ^ (1u << (i % 8)));
    (void)ReadMethodDebugInfo(flipped, "m", "(I)V");
  }
  CHECK(absl::IsDataLoss(ReadMethodDebugInfo({}, "m", "(I)V").status()));
}

}  // namespace
}  // namespace taproot
