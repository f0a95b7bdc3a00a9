#include "capture/fork/const_method.h"

#include "capture/fork/unsigned5.h"
#include "capture/modified_utf8.h"

namespace taproot {
namespace {

constexpr uint32_t kShort = 2;

// Pairs of a byte code index and a line, each as a difference to the one before
// (CompressedLineNumberReadStream).
class LineStream {
 public:
  LineStream(Address at, bool without_zeros) : at_(at), without_zeros_(without_zeros) {}

  // False at the end.
  bool Next() {
    constexpr uint8_t kEnd = 0;
    constexpr uint8_t kEscape = 0xff;
    const auto packed = LoadAt<uint8_t>(at_++);
    if (packed == kEnd) return false;
    if (packed != kEscape) {
      bci_ += packed >> 3;
      line_ += packed & 7;
      return true;
    }
    Unsigned5Reader numbers(at_, without_zeros_);
    bci_ += Signed(numbers.Next());
    line_ += Signed(numbers.Next());
    at_ = numbers.position();
    return true;
  }
  int32_t bci() const { return bci_; }
  int32_t line() const { return line_; }

 private:
  // The sign is the lowest bit.
  static int32_t Signed(uint32_t number) {
    return static_cast<int32_t>((number >> 1) ^ (0u - (number & 1)));
  }

  Address at_;
  bool without_zeros_;
  int32_t bci_ = 0;
  int32_t line_ = 0;
};

}  // namespace

bool ConstMethod::Has(int64_t flag) const {
  const Address flags = at_ + layout_.const_method_flags;
  const int64_t set = layout_.const_method_flags_bytes == 4 ? int64_t{LoadAt<uint32_t>(flags)}
                                                            : int64_t{LoadAt<uint16_t>(flags)};
  return (set & flag) != 0;
}

int32_t ConstMethod::LineOf(int64_t bci) const {
  if (bci < 0 || is_native() || !Has(layout_.has_line_numbers)) return -1;
  constexpr int kFirstWithoutZeros = 20;
  LineStream lines(code_end(), layout_.feature_version >= kFirstWithoutZeros);
  int32_t line = -1;
  int64_t best = -1;
  while (lines.Next()) {
    if (lines.bci() <= bci && lines.bci() > best) {
      best = lines.bci();
      line = lines.line();
    }
  }
  return line;
}

// The tables lie behind each other at the end, each before its length, so they are found from the
// last one on backwards: annotations (pointers), generic signature (one short), parameters (two
// shorts each), checked exceptions (one), exception table (four), local variables (six).
Address ConstMethod::LocalVariableCount() const {
  Address end = at_ + Address{LoadAt<uint32_t>(at_ + layout_.const_method_total_size)} * 8;
  for (int64_t annotations : {layout_.has_method_annotations, layout_.has_parameter_annotations,
                              layout_.has_type_annotations, layout_.has_default_annotations}) {
    if (Has(annotations)) end -= sizeof(Address);
  }
  if (Has(layout_.has_generic_signature)) end -= kShort;
  struct Table {
    int64_t flag;
    uint32_t shorts_of_a_row;
  };
  for (const Table& table :
       {Table{layout_.has_method_parameters, 2}, Table{layout_.has_checked_exceptions, 1},
        Table{layout_.has_exception_table, 4}}) {
    if (!Has(table.flag)) continue;
    end -= kShort;
    end -= Address{LoadAt<uint16_t>(end)} * table.shorts_of_a_row * kShort;
  }
  return end - kShort;
}

std::vector<LocalVariable> ConstMethod::Locals() const {
  enum : uint32_t { kStart, kLength, kName, kDescriptor, kSignature, kSlot, kShorts };
  if (is_native() || !Has(layout_.has_local_variables)) return {};
  const Address count_at = LocalVariableCount();
  const auto count = LoadAt<uint16_t>(count_at);
  const Address first = count_at - Address{count} * kShorts * kShort;
  if (first < code_end()) return {};
  std::vector<LocalVariable> locals;
  locals.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    auto part = [&](uint32_t which) {
      return LoadAt<uint16_t>(first + (Address{i} * kShorts + which) * kShort);
    };
    locals.push_back({.name = FromModifiedUtf8(heap_.PoolSymbol(pool_, part(kName))),
                      .slot = part(kSlot),
                      .start_bci = part(kStart),
                      .length = part(kLength)});
  }
  return locals;
}

}  // namespace taproot
