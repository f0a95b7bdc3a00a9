// A verb asked of the agent in a running JVM.
#pragma once

#include <string>

#include "attach/jvm_process.h"
#include "cli/answer_sink.h"
#include "cli/exit_code.h"
#include "cli/request.h"
#include "cli/terminal.h"
#include "query/answer.h"

namespace taproot {

// The library to load in place of our own; empty: that. The answer goes to the sink.
ExitCode AskProcess(const Request& request, const JvmProcess& process, const std::string& library,
                    const Terminal& terminal, AnswerSink& sink, AnswerFacts& facts);

}  // namespace taproot
