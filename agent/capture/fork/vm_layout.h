// Where HotSpot keeps what: the one place that knows the differences between its versions. All
// fields are looked up by name in the tables of vm_structs.h; what a version does not have stays
// at its default, what is needed and absent names itself and turns the engine off.
//
// Versions that were looked at: 17, 21, 25; with and without compressed references and compressed
// class pointers, and with compact object headers.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "capture/vm_structs.h"

namespace taproot {

struct VmLayout {
  // How class pointers lie in the header of an object.
  enum class Header : uint8_t { kWide, kCompressed, kCompact };

  int feature_version = 0;

  // --- references ---
  bool compressed_oops = false;
  Address oop_base = 0;
  uint32_t oop_shift = 0;
  uint32_t oop_bytes() const { return compressed_oops ? 4 : 8; }
  Address heap_begin = 0;  // reserved
  Address heap_end = 0;
  uint32_t object_alignment = 8;

  // --- headers ---
  Header header = Header::kCompressed;
  Address klass_base = 0;
  uint32_t klass_shift = 0;       // of a narrow class pointer
  uint32_t mark_klass_shift = 0;  // of the class pointer in a compact header
  uint32_t klass_offset = 8;      // in the object, unless compact
  uint32_t length_offset = 12;    // of an array's length

  // --- classes; offsets within Klass and its subclasses ---
  uint32_t klass_layout_helper = 0;
  uint32_t klass_name = 0;
  uint32_t klass_super = 0;
  uint32_t klass_java_mirror = 0;  // OopHandle
  uint32_t klass_loader_data = 0;
  uint32_t klass_next_link = 0;
  uint32_t klass_access_flags = 0;  // the lowest 16 bits are those of the class file
  uint32_t instance_constants = 0;
  uint32_t instance_local_interfaces = 0;
  uint32_t instance_init_state = 0;        // its first byte tells
  uint32_t instance_fields = 0;            // 17: Array<u2>; since 21 an Array<u1>
  uint32_t instance_java_field_count = 0;  // 17
  bool fields_are_a_stream = false;        // since 21
  int64_t state_linked = 2;
  int64_t state_initialized = 4;
  uint32_t array_klass_element = 0;  // of ObjArrayKlass

  // --- class loaders ---
  Address loader_data_head = 0;  // address of the first ClassLoaderData*
  uint32_t loader_data_next = 0;
  uint32_t loader_data_klasses = 0;
  uint32_t loader_data_loader = 0;         // OopHandle
  uint32_t loader_data_mirror_holder = 0;  // bool: of a hidden class that may be unloaded alone

  // --- java.lang.Class ---
  uint32_t mirror_klass = 0;
  uint32_t mirror_size = 0;  // int: of the mirror in words

  // --- constant pools ---
  uint32_t pool_size = 0;  // of the header; the entries follow, a word each
  uint32_t pool_tags = 0;  // Array<u1>
  uint32_t pool_cache = 0;
  uint32_t pool_holder = 0;
  uint32_t pool_length = 0;
  uint32_t pool_resolved_klasses = 0;      // Array<Klass*>
  uint32_t pool_source_file_name = 0;      // u2
  uint32_t cache_resolved_references = 0;  // OopHandle
  uint32_t cache_reference_map = 0;        // Array<u2>: constant pool slot of a resolved reference
  int64_t tag_class = 7;
  int64_t tag_string = 8;

  // --- methods ---
  uint32_t method_const_method = 0;
  uint32_t const_method_size = 0;  // sizeof(ConstMethod); the byte codes follow
  uint32_t const_method_constants = 0;
  uint32_t const_method_total_size = 0;  // int, words
  uint32_t const_method_flags = 0;
  uint32_t const_method_flags_bytes = 2;
  uint32_t const_method_code_size = 0;  // u2, as are the rest
  uint32_t const_method_name = 0;
  uint32_t const_method_signature = 0;
  uint32_t const_method_max_locals = 0;
  uint32_t const_method_parameters_size = 0;
  int64_t has_line_numbers = 1;
  int64_t has_checked_exceptions = 2;
  int64_t has_local_variables = 4;
  int64_t has_exception_table = 8;
  int64_t has_generic_signature = 16;
  int64_t has_method_parameters = 32;
  int64_t has_method_annotations = 128;
  int64_t has_parameter_annotations = 256;
  int64_t has_type_annotations = 512;
  int64_t has_default_annotations = 1024;

  // --- small things ---
  uint32_t symbol_length = 0;  // u2
  uint32_t symbol_body = 0;
  uint32_t handle_slot = 0;         // of OopHandle: the address of the reference
  uint32_t pointer_array_data = 8;  // of Array<T*>; the length is an int at 0
  uint32_t short_array_data = 4;    // of Array<u2>
  uint32_t byte_array_data = 4;     // of Array<u1>
  Address vm_symbols = 0;           // Symbol*[]: names of injected fields
};

// Unavailable where this is no HotSpot, its collector moves objects behind pointers of its own, or
// something that is needed is not told; the message names it.
absl::StatusOr<VmLayout> ReadVmLayout(int feature_version);

}  // namespace taproot
