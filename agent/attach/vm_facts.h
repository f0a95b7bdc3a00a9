// What a JVM is, from the places that say so. Each overwrites what it knows better.
#pragma once

#include <string>
#include <vector>

#include "attach/jvm_process.h"
#include "attach/perf_counters.h"

namespace taproot {

void TakeCommandLine(const std::vector<std::string>& words, JvmProcess& process);

void TakeCounters(const PerfCounters& counters, JvmProcess& process);

// The version in the file `release` of the JDK that `library`, its libjvm.so, lies in. `root` is
// what we call the root folder of the process.
void TakeReleaseFile(const std::string& root, const std::string& library, JvmProcess& process);

}  // namespace taproot
