// Threads of a thread dump in words.
#pragma once

#include <string>
#include <string_view>

#include "taproot/thread_report.h"

namespace taproot {

// "RUNNABLE", "TIMED_WAITING", ...: the words of java.lang.Thread.State; empty if unknown.
std::string_view ThreadStateWord(ThreadState state);

// "this-frame", "this-thread", "others": the words of the JSON document; empty if unknown.
std::string_view HeldByWord(HeldBy held_by);

// What the local is, as the root of a path would say: "`task`", "slot 3", "operand", "JNI local".
std::string LocalName(const HeapGraph& graph, const ThreadReportFrame& frame,
                      const ThreadLocalVariable& local);

}  // namespace taproot
