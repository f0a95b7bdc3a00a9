#include "watch/watch_registry.h"

#include <chrono>
#include <thread>

#include "support/catch.h"
#include "support/fake_jvm.h"

namespace taproot {
namespace {

using Ids = std::vector<uint64_t>;

int collections_reported = 0;

class Watching {
 public:
  Watching() {
    auto created = WatchRegistry::Create(
        jvm.vm(), +[] { ++collections_reported; });
    REQUIRE(created.ok());
    registry = *std::move(created);
  }

  uint64_t Watch(jobject object, std::string name = "") {
    const absl::StatusOr<uint64_t> id = registry->Watch(jvm.jni(), object, std::move(name));
    REQUIRE(id.ok());
    return *id;
  }
  void NoticeDeaths() { REQUIRE(registry->NoticeDeaths(jvm.jni()).ok()); }
  std::vector<WatchedObject> Living() {
    std::vector<WatchedObject> living;
    REQUIRE(registry
                ->ForEachWatched(jvm.jni(),
                                 [&](jobject object, const WatchedObject& watched) {
                                   CHECK(jvm.TagOf(object) == static_cast<jlong>(watched.id));
                                   living.push_back(watched);
                                   return absl::OkStatus();
                                 })
                .ok());
    return living;
  }

  FakeJvm jvm;
  std::unique_ptr<WatchRegistry> registry;
};

TEST_CASE("A watched object carries its id as a tag and is held by nothing", "[watch]") {
  Watching w;
  jobject object = w.jvm.New("Lapp/Cart$Item;");
  const uint64_t id = w.Watch(object, "the item");
  CHECK(id > 0);
  CHECK(w.jvm.TagOf(object) == static_cast<jlong>(id));
  CHECK(w.registry->living_count() == 1);
  const std::vector<WatchedObject> living = w.Living();
  REQUIRE(living.size() == 1);
  CHECK(living[0].name == "the item");
  CHECK(living[0].class_name == "app.Cart$Item");
  CHECK(living[0].age_ms >= 0);
  CHECK(living[0].collections_survived == 0);
  CHECK(w.jvm.local_references() == 0);
}

TEST_CASE("Watching an object again keeps its id and takes a new name", "[watch]") {
  Watching w;
  jobject object = w.jvm.New();
  const uint64_t id = w.Watch(object, "first");
  CHECK(w.Watch(object) == id);
  CHECK(w.Living()[0].name == "first");
  CHECK(w.Watch(object, "second") == id);
  CHECK(w.Living()[0].name == "second");
  CHECK(w.registry->living_count() == 1);
}

TEST_CASE("An object that cannot be tagged is not watched", "[watch]") {
  Watching w;
  w.jvm.set_tag_error = JVMTI_ERROR_OUT_OF_MEMORY;
  CHECK(absl::IsResourceExhausted(w.registry->Watch(w.jvm.jni(), w.jvm.New(), "").status()));
  CHECK(w.registry->living_count() == 0);
}

TEST_CASE("A watched object that dies is noticed once", "[watch]") {
  Watching w;
  jobject stays = w.jvm.New();
  jobject goes = w.jvm.New();
  const uint64_t stays_id = w.Watch(stays, "stays");
  const uint64_t goes_id = w.Watch(goes, "goes");
  w.jvm.Drop(goes);
  w.NoticeDeaths();
  CHECK(w.registry->living_count() == 2);
  w.jvm.Collect();
  w.NoticeDeaths();
  w.NoticeDeaths();
  CHECK(w.registry->living_count() == 1);
  CHECK(w.Living()[0].id == stays_id);
  CHECK(w.registry->collected_count() == 1);
  REQUIRE(w.registry->Collected().size() == 1);
  CHECK(w.registry->Collected()[0].id == goes_id);
  CHECK(w.registry->Collected()[0].name == "goes");
  CHECK(w.jvm.local_references() == 0);
}

TEST_CASE("Survived collections count, but never twice between two looks", "[watch]") {
  Watching w;
  w.Watch(w.jvm.New());
  w.NoticeDeaths();
  CHECK(w.Living()[0].collections_survived == 0);
  w.jvm.Collect();
  w.NoticeDeaths();
  CHECK(w.Living()[0].collections_survived == 1);
  w.jvm.Collect();
  w.jvm.Collect();
  w.NoticeDeaths();
  w.NoticeDeaths();
  CHECK(w.Living()[0].collections_survived == 2);
}

TEST_CASE("Collections before an object was watched do not count for it", "[watch]") {
  Watching w;
  w.jvm.Collect();
  w.NoticeDeaths();
  w.Watch(w.jvm.New());
  w.NoticeDeaths();
  CHECK(w.Living()[0].collections_survived == 0);
}

TEST_CASE("Each collection is reported once something was watched", "[watch]") {
  Watching w;
  collections_reported = 0;
  w.jvm.Collect();
  CHECK(collections_reported == 0);
  w.Watch(w.jvm.New());
  REQUIRE(w.registry->ForceCollection().ok());
  w.jvm.Collect();
  CHECK(collections_reported == 2);
}

TEST_CASE("What is no longer watched carries no tag and its death is nobody's business",
          "[watch]") {
  Watching w;
  jobject object = w.jvm.New();
  const uint64_t id = w.Watch(object);
  CHECK_FALSE(w.registry->Unwatch(w.jvm.jni(), id + 1));
  CHECK(w.registry->Unwatch(w.jvm.jni(), id));
  CHECK_FALSE(w.registry->Unwatch(w.jvm.jni(), id));
  CHECK(w.jvm.TagOf(object) == 0);
  w.jvm.Drop(object);
  w.jvm.Collect();
  w.NoticeDeaths();
  CHECK(w.registry->living_count() == 0);
  CHECK(w.registry->collected_count() == 0);
  CHECK(w.jvm.local_references() == 0);
}

TEST_CASE("Many are unwatched at once, and those that are not watched are not counted", "[watch]") {
  Watching w;
  Ids ids;
  std::vector<jobject> objects;
  for (int i = 0; i < 150; ++i) {
    objects.push_back(w.jvm.New());
    ids.push_back(w.Watch(objects.back()));
  }
  const uint64_t stays = ids.back();
  ids.back() = 4711;
  CHECK(w.registry->Unwatch(w.jvm.jni(), ids) == 149);
  CHECK(w.registry->living_count() == 1);
  for (jobject object : objects) {
    const jlong tag = object == objects.back() ? static_cast<jlong>(stays) : 0;
    CHECK(w.jvm.TagOf(object) == tag);
  }
  CHECK(w.registry->Unwatch(w.jvm.jni(), Ids{}) == 0);
  CHECK(w.jvm.local_references() == 0);
}

TEST_CASE("An object watched anew gets a new id", "[watch]") {
  Watching w;
  jobject object = w.jvm.New();
  const uint64_t id = w.Watch(object);
  w.registry->Unwatch(w.jvm.jni(), id);
  CHECK(w.Watch(object) > id);
}

TEST_CASE("Watched objects are found by name or number", "[watch]") {
  Watching w;
  const uint64_t a = w.Watch(w.jvm.New(), "cart");
  const uint64_t b = w.Watch(w.jvm.New(), "cart");
  const uint64_t c = w.Watch(w.jvm.New());
  CHECK(w.registry->Find("cart") == Ids{a, b});
  CHECK(w.registry->Find(std::to_string(c)) == Ids{c});
  CHECK(w.registry->Find("car").empty());
  CHECK(w.registry->Find("999").empty());
  CHECK(w.registry->Find("-1").empty());
}

TEST_CASE("The empty name is not the name of what has none", "[watch]") {
  Watching w;
  w.Watch(w.jvm.New());
  CHECK(w.registry->Find("").empty());
}

TEST_CASE("Of the dead the latest are kept, and all are counted", "[watch]") {
  constexpr size_t kMany = WatchRegistry::kMaxCollected + 50;
  Watching w;
  uint64_t last = 0;
  for (size_t i = 0; i < kMany; ++i) {
    jobject object = w.jvm.New();
    last = w.Watch(object);
    w.jvm.Drop(object);
  }
  w.jvm.Collect();
  w.NoticeDeaths();
  const std::vector<WatchedObject> dead = w.registry->Collected();
  CHECK(w.registry->collected_count() == kMany);
  REQUIRE(dead.size() == WatchRegistry::kMaxCollected);
  CHECK(dead.back().id == last);
  CHECK(dead.front().id == last - WatchRegistry::kMaxCollected + 1);
}

TEST_CASE("When the JVM cannot tell who is alive, nobody is called dead", "[watch]") {
  Watching w;
  w.Watch(w.jvm.New());
  w.jvm.get_objects_error = JVMTI_ERROR_OUT_OF_MEMORY;
  CHECK(absl::IsResourceExhausted(w.registry->NoticeDeaths(w.jvm.jni())));
  CHECK(w.registry->living_count() == 1);
}

TEST_CASE("A visitor that fails ends the visit and leaks no local reference", "[watch]") {
  Watching w;
  for (int i = 0; i < 3; ++i) w.Watch(w.jvm.New());
  int visits = 0;
  const absl::Status status =
      w.registry->ForEachWatched(w.jvm.jni(), [&](jobject, const WatchedObject&) {
        ++visits;
        return absl::InternalError("enough");
      });
  CHECK(absl::IsInternal(status));
  CHECK(visits == 1);
  CHECK(w.jvm.local_references() == 0);
}

TEST_CASE("An object watched while deaths are being noticed is not judged", "[watch]") {
  Watching w;
  w.Watch(w.jvm.New());
  jobject late = w.jvm.New();
  w.jvm.after_get_objects = [&] {
    w.jvm.after_get_objects = nullptr;
    w.Watch(late);
  };
  w.NoticeDeaths();
  CHECK(w.registry->living_count() == 2);
  CHECK(w.registry->collected_count() == 0);
}

TEST_CASE("Two threads that watch one object get one id", "[watch]") {
  Watching w;
  jobject object = w.jvm.New();
  uint64_t other_id = 0;
  std::thread other;
  w.jvm.after_set_tag = [&] {
    other = std::thread([&] { other_id = w.Watch(object); });
    // The other is on its way: it must wait until this one is through.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  };
  const uint64_t id = w.Watch(object);
  other.join();
  CHECK(other_id == id);
  CHECK(w.registry->living_count() == 1);
}

TEST_CASE("What stops being watched while deaths are being noticed is not called dead", "[watch]") {
  Watching w;
  const uint64_t id = w.Watch(w.jvm.New());
  w.jvm.after_set_tag = [&] { w.NoticeDeaths(); };
  CHECK(w.registry->Unwatch(w.jvm.jni(), id));
  CHECK(w.registry->collected_count() == 0);
}

TEST_CASE("A registry that ends gives its environment back", "[watch]") {
  Watching w;
  const uint32_t before = JvmtiEnvironment::live_count();
  w.registry.reset();
  CHECK(w.jvm.disposed());
  CHECK(JvmtiEnvironment::live_count() == before - 1);
}

}  // namespace
}  // namespace taproot
