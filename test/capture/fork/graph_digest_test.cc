#include "capture/fork/graph_digest.h"

#include "support/catch.h"
#include "support/graph_literal.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using Lines = std::vector<std::string>;

TEST_CASE("A digest tells class, size, length and references, in the order of a walk", "[fork]") {
  const GraphLiteral graph("a : com.acme.Node 64; b[] -> c a; a -> b c");
  CHECK(DigestOf(graph.graph(), graph["a"]) ==
        Lines{"#0 com.acme.Node 64 bytes, length 0", "  field 0 -> #1", "  field 2 -> #2",
              "#1 java.lang.Object[] 16 bytes, length 0", "  element 0 -> #2", "  element 1 -> #0",
              "#2 com.acme.Node 16 bytes, length 0"});
}

TEST_CASE("A digest does not depend on how objects are numbered", "[fork]") {
  const GraphLiteral one("a -> b c; b -> c; c -> a");
  const GraphLiteral other("c -> a; b -> c; a -> b c");
  CHECK(DigestOf(one.graph(), one["a"]) == DigestOf(other.graph(), other["a"]));
  const GraphLiteral different("a -> c b; b -> c; c -> a");
  CHECK(DigestOf(one.graph(), one["a"]) != DigestOf(different.graph(), different["a"]));
}

TEST_CASE("A digest leaves out what only a referent leads to", "[fork]") {
  const GraphLiteral graph("a -> r; r -weak-> b");
  for (const std::string& line : DigestOf(graph.graph(), graph["a"])) {
    CHECK(line.find("#2") == std::string::npos);
  }
}

}  // namespace
}  // namespace taproot
