// The agent that a JVM has already.
#pragma once

#include <cstdint>
#include <string>

#include "attach/agent_library.h"
#include "attach/jvm_process.h"

namespace taproot {

enum class AgentBuild : uint8_t {
  kSame,
  kOther,    // which can answer over a socket
  kOld,      // which cannot
  kUnknown,  // its file is gone, and cannot be looked at
};

struct LoadedAgent {
  std::string path;  // empty: there is none
  AgentBuild build = AgentBuild::kSame;
};

// The path from which an agent is loaded in the process: what is loaded again from there is the
// same agent, with what it watches. Of several the one that is most like `library`.
LoadedAgent FindLoadedAgent(const JvmProcess& process, const AgentLibrary& library,
                            const std::string& proc = "/proc");

}  // namespace taproot
