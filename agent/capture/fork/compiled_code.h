// What HotSpot's compilers leave behind beside their code: which methods a frame stands in, where,
// and in which places of the frame the values of their local variables lie.
//
// Known for 21, 22 and 25: where the tables lie differs between versions. For others, as for a
// processor whose frames are not known, there is no such thing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "capture/fork/frozen_heap.h"
#include "capture/vm_structs.h"

namespace taproot {

// A reference that a frame keeps for a local variable or for the expression stack.
struct FrameValue {
  enum class Place : uint8_t {
    kStack,         // `at`: bytes from the stack pointer of the frame
    kFramePointer,  // in the register, which the frame that was called has saved
    kConstant,      // `at`: the address of the reference, which is not compressed
  };

  int32_t slot = 0;  // of the local variable; past the locals lies the expression stack
  Place place = Place::kStack;
  bool is_narrow = false;
  uint64_t at = 0;
};

// A method, compiled or inlined.
struct CompiledScope {
  Address method = 0;
  int32_t bci = -1;
  std::vector<FrameValue> values;
};

struct CodeLayout;

// Not thread-safe.
class CompiledCode {
 public:
  // None if this VM's tables are not known.
  static std::unique_ptr<CompiledCode> Open(const VmStructs& vm);

  bool IsInterpreter(Address pc) const { return pc >= interpreter_ && pc < interpreter_end_; }
  // The CodeBlob that the pc lies in; 0 if in none.
  Address FindBlob(Address pc) const;
  // Of the frames of the code, in words.
  uint32_t FrameWords(Address blob) const;
  // Whether it is the code of a method.
  bool IsMethod(Address blob) const;

  // Of a frame of a method that will go on at `pc`, the innermost scope first. `stack_pointer`:
  // that of the frame.
  const std::vector<CompiledScope>& ScopesAt(Address blob, Address pc, Address stack_pointer);

 private:
  struct Tables;

  explicit CompiledCode(const CodeLayout& layout);

  void FindInterpreter();
  Tables TablesOf(Address blob) const;
  std::vector<CompiledScope> ReadScopes(Address blob, Address pc) const;
  CompiledScope ReadScope(const Tables& tables, uint32_t& decode_at) const;
  uint32_t ReadValues(const Tables& tables, uint32_t decode_at, uint32_t first_slot,
                      std::vector<FrameValue>& values) const;

  std::shared_ptr<const CodeLayout> layout_;
  Address interpreter_ = 0;
  Address interpreter_end_ = 0;
  absl::flat_hash_map<Address, std::vector<CompiledScope>> scopes_;  // by pc
};

}  // namespace taproot
