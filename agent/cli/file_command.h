// A verb asked of a snapshot file, here in this process.
#pragma once

#include "cli/answer_sink.h"
#include "cli/exit_code.h"
#include "cli/request.h"
#include "cli/terminal.h"
#include "query/answer.h"

namespace taproot {

// The answer goes to the sink; FileOf(request.command) is not empty.
ExitCode AskFile(const Request& request, const Terminal& terminal, AnswerSink& sink,
                 AnswerFacts& facts);

}  // namespace taproot
