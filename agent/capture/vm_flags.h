// The JVM's -XX flags by name, read from the tables that libjvm.so exports for the serviceability
// agent (gHotSpotVMStructs). Reads memory of the JVM and calls nothing in it; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace taproot {

// Whether this process runs a HotSpot that exports these tables.
bool IsHotSpot();

// nullopt if this VM has no such flag or does not export the tables.
std::optional<bool> VmFlag(std::string_view name);

// Likewise of a flag of type int.
std::optional<int64_t> VmIntFlag(std::string_view name);

// "Serial", "Parallel", "G1", "ZGC", "Shenandoah", "Epsilon"; empty if unknown.
std::string_view CollectorName();

}  // namespace taproot
