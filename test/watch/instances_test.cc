#include "watch/instances.h"

#include <algorithm>
#include <set>

#include "capture/jvm.h"
#include "support/catch.h"
#include "support/fake_jvm.h"

namespace taproot {
namespace {

using Patterns = std::vector<std::string>;

struct Found {
  absl::StatusOr<InstanceSearch> search;
  std::multiset<jobject> objects;
};

Found Find(FakeJvm& jvm, const Patterns& patterns, uint32_t at_most = 10'000) {
  Found found{absl::UnknownError(""), {}};
  found.search = ForEachInstance(jvm.vm(), jvm.jni(), patterns, at_most, [&](jobject object) {
    found.objects.insert(object);
    return absl::OkStatus();
  });
  CHECK(jvm.local_references() == 0);
  CHECK(jvm.disposed());
  return found;
}

TEST_CASE("Instances of the classes that a pattern fits are found, each once", "[watch]") {
  FakeJvm jvm;
  jvm.NewClass("Lapp/Session;");
  jvm.NewClass("Lapp/Cart;");
  jvm.NewClass("Llib/Session;");
  jvm.NewClass("[Lapp/Session;");
  jobject session = jvm.New("Lapp/Session;");
  jvm.New("Lapp/Cart;");
  jvm.New("Llib/Session;");
  jvm.New("[Lapp/Session;");
  CHECK(Find(jvm, {"app.Session"}).objects == std::multiset<jobject>{session});
}

TEST_CASE("Several patterns, and a pattern of several classes, take one pass", "[watch]") {
  FakeJvm jvm;
  for (const char* name : {"Lapp/Session;", "Lapp/Cart;", "Llib/Session;"}) jvm.NewClass(name);
  jobject session = jvm.New("Lapp/Session;");
  jobject cart = jvm.New("Lapp/Cart;");
  jvm.New("Llib/Session;");
  const Found found = Find(jvm, {"app.*", "*.Cart"});
  CHECK(found.objects == std::multiset<jobject>{session, cart});
  CHECK(found.search->found == 2);
  CHECK(found.search->all);
  CHECK(jvm.iterations == 1);
}

TEST_CASE("Where no class fits, the heap is not looked at", "[watch]") {
  FakeJvm jvm;
  jvm.NewClass("Lapp/Session;");
  jvm.New("Lapp/Session;");
  const Found found = Find(jvm, {"app.Sessoin"});
  CHECK(found.objects.empty());
  CHECK(found.search->pause_ms == 0);
  CHECK(jvm.iterations == 0);
}

TEST_CASE("No more are handed over than wanted, and that is told", "[watch]") {
  FakeJvm jvm;
  jvm.NewClass("Lapp/Session;");
  for (int i = 0; i < 1'000; ++i) jvm.New("Lapp/Session;");
  SECTION("more") {
    const Found found = Find(jvm, {"*"}, 700);
    CHECK(found.objects.size() == 700);
    CHECK(found.search->found == 700);
    CHECK_FALSE(found.search->all);
  }
  SECTION("just so many") {
    const Found found = Find(jvm, {"*"}, 1'000);
    CHECK(found.objects.size() == 1'000);
    CHECK(found.search->all);
  }
}

TEST_CASE("Class objects are instances too, those of the classes asked for among them", "[watch]") {
  FakeJvm jvm;
  jobject class_class = jvm.NewClass("Ljava/lang/Class;");
  jobject session_class = jvm.NewClass("Lapp/Session;");
  jobject session = jvm.New("Lapp/Session;");
  CHECK(Find(jvm, {"*"}).objects == std::multiset<jobject>{class_class, session_class, session});
}

TEST_CASE("An error of the JVM or of the visitor ends the search", "[watch]") {
  FakeJvm jvm;
  jvm.NewClass("Lapp/Session;");
  for (int i = 0; i < 3; ++i) jvm.New("Lapp/Session;");
  SECTION("of the pass") {
    jvm.iterate_error = JVMTI_ERROR_OUT_OF_MEMORY;
    CHECK(absl::IsResourceExhausted(Find(jvm, {"*"}).search.status()));
  }
  SECTION("of the look-up") {
    jvm.get_objects_error = JVMTI_ERROR_OUT_OF_MEMORY;
    CHECK(absl::IsResourceExhausted(Find(jvm, {"*"}).search.status()));
  }
  SECTION("of the tags") {
    jvm.set_tag_error = JVMTI_ERROR_OUT_OF_MEMORY;
    CHECK(absl::IsResourceExhausted(Find(jvm, {"*"}).search.status()));
    CHECK(jvm.iterations == 0);
  }
  SECTION("of the visitor") {
    int visits = 0;
    const auto search = ForEachInstance(jvm.vm(), jvm.jni(), {"*"}, 10, [&](jobject) {
      ++visits;
      return absl::InternalError("enough");
    });
    CHECK(absl::IsInternal(search.status()));
    CHECK(visits == 1);
    CHECK(jvm.local_references() == 0);
  }
}

}  // namespace
}  // namespace taproot
