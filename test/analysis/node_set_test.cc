#include "taproot/node_set.h"

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("a set knows what was inserted and erased", "[analysis]") {
  NodeSet set(130);
  CHECK(set.count() == 0);
  for (size_t i : {0, 63, 64, 129}) {
    CHECK(set.Insert(NodeId(i)));
    CHECK_FALSE(set.Insert(NodeId(i)));
    CHECK(set.contains(NodeId(i)));
  }
  CHECK_FALSE(set.contains(NodeId(1)));
  CHECK(set.count() == 4);
  set.Erase(NodeId(64));
  set.Erase(NodeId(65));
  CHECK_FALSE(set.contains(NodeId(64)));
  CHECK(set.contains(NodeId(63)));
  CHECK(set.count() == 3);
}

}  // namespace
}  // namespace taproot
