// What a verb about objects is asked about: instances of a class, a watched object, or objects that
// the caller handed in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "query/query_context.h"

namespace taproot {

struct Subject {
  std::vector<NodeId> nodes;  // of the caller's objects those that are null have no node
  std::string words;          // "3 instances of com.acme.Session"
};

// Of a command that CheckSubject() has passed. NotFound if there is no such class, instance or
// watched object. At most `at_most` instances of a class.
absl::StatusOr<Subject> FindSubject(QueryContext& query, uint32_t at_most);

// Whether the command says all that its verb needs; objects from the caller do so as well.
absl::Status CheckSubject(const Command& command, bool has_inputs);

// NotFound: no class of this pattern, and the nearest name there is, or no live instance.
absl::Status NoSuchClass(const HeapGraph& graph, std::string_view pattern);

bool IsClassLoaded(const HeapGraph& graph, std::string_view pattern);

std::string CountOf(uint64_t count, std::string_view noun);  // "1 object", "2,000 objects"

}  // namespace taproot
