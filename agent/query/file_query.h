// Answers a command from a snapshot, without a JVM.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "query/answer.h"
#include "query/query_context.h"
#include "taproot/snapshot.h"

namespace taproot {

// The file that the command is about in place of a live heap; empty if there is none. Of a diff it
// is the later one.
const std::string& FileOf(const Command& command);

// With room reserved for a copy. Errors are those of ReadSnapshot().
absl::StatusOr<HeapGraph> ReadReserved(const std::string& path, const QueryServices& services,
                                       SnapshotAccess access, Progress* progress);

// From FileOf(command). The services may be empty. What ReadSnapshot() reports where the file is no
// good.
absl::StatusOr<Answer> AnswerFromFile(const Command& command, QueryServices services,
                                      SnapshotAccess access, Progress* progress);

}  // namespace taproot
