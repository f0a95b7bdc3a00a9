#include "capture/follow/mark_table.h"

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("Tags below zero are marks", "[capture]") {
  CHECK(MarkTable::TagOf(0) == -1);
  CHECK(MarkTable::IsMark(-1));
  CHECK_FALSE(MarkTable::IsMark(0));
  CHECK_FALSE(MarkTable::IsMark(1));
  for (uint32_t index : {0u, 1u, 4711u, 0x7fffffffu, 0xfffffffeu}) {
    CHECK(MarkTable::IsMark(MarkTable::TagOf(index)));
    CHECK(MarkTable::IndexOf(MarkTable::TagOf(index)) == index);
  }
}

TEST_CASE("A mark is found by its number and by its tag", "[capture]") {
  MarkTable marks;
  CHECK(marks.size() == 0);
  CHECK(marks.Add({.klass = ClassId(3)}) == 0);
  CHECK(marks.Add({.klass = ClassId(5)}) == 1);
  CHECK(marks.size() == 2);
  CHECK(marks[1].klass == ClassId(5));
  marks.OfTag(-1).key = 64;
  CHECK(marks[0].key == 64);
}

TEST_CASE("A reference to a mark survives further marks", "[capture]") {
  MarkTable marks;
  marks.Add({});
  Mark& first = marks[0];
  for (int i = 0; i < 10'000; ++i) marks.Add({});
  first.key = 8;
  CHECK(marks[0].key == 8);
}

TEST_CASE("Roles add up", "[capture]") {
  Mark mark;
  CHECK_FALSE(mark.Is(Mark::kMirror));
  mark.Add(Mark::kMirror);
  mark.Add(Mark::kVisited);
  CHECK(mark.Is(Mark::kMirror));
  CHECK(mark.Is(Mark::kVisited));
  CHECK_FALSE(mark.Is(Mark::kPlumbing));
}

TEST_CASE("A new mark says nothing", "[capture]") {
  const Mark mark;
  CHECK(mark.roles == 0);
  CHECK_FALSE(mark.klass.valid());
  CHECK_FALSE(mark.thread.valid());
  CHECK(mark.watched == Mark::kNone);
  CHECK(mark.key == 0);
}

}  // namespace
}  // namespace taproot
