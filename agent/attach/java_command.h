// What a `java` command line says, for a JVM that keeps no counters or hides them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace taproot {

struct JavaCommand {
  std::string main_class;  // or the path of the jar, or module/class; empty if there is none
  std::string arguments;
  std::string vm_arguments;
};

// `words` with the name of the program in front.
JavaCommand ParseJavaCommand(std::span<const std::string> words);

// The bytes of the last -Xmx among the VM's arguments.
std::optional<uint64_t> MaxHeapOf(std::string_view vm_arguments);

// "G1" for -XX:+UseG1GC among the VM's arguments; else empty.
std::string CollectorOf(std::string_view vm_arguments);

// 17 of "17.0.15" and 8 of "1.8.0_392"; 0 if it is no version.
int FeatureOfVersion(std::string_view version);

}  // namespace taproot
