// What a snapshot's reader makes of files that are not what they should be.
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <span>
#include <string>

#include "absl/strings/str_cat.h"
#include "snapshot/decoder.h"
#include "support/catch.h"
#include "support/full_graph.h"
#include "support/random_graph.h"
#include "support/snapshot_bytes.h"
#include "support/snapshot_walk.h"
#include "support/temporary_folder.h"
#include "taproot/snapshot.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using test::ReadSnapshotBytes;

std::string FullSnapshot() {
  const TemporaryFolder folder;
  REQUIRE(WriteSnapshot(test::FullGraph(), folder / "heap").ok());
  return ReadFile(folder / "heap");
}

std::string Refusal(std::string_view bytes) {
  const absl::StatusOr<HeapGraph> graph = ReadSnapshotBytes(bytes);
  return graph.ok() ? "" : std::string(graph.status().message());
}

std::string Flipped(std::string bytes, size_t at, int mask) {
  bytes[at] = static_cast<char>(bytes[at] ^ mask);
  return bytes;
}

// With these bytes in place of the section's first ones, and right checksums.
std::string Patched(snapshot::Section section, size_t at, std::string_view patch) {
  std::string bytes = FullSnapshot();
  const size_t offset = test::StartOf(bytes).sections[static_cast<size_t>(section)].offset + at;
  REQUIRE(offset + patch.size() <= bytes.size());
  bytes.replace(offset, patch.size(), patch);
  REQUIRE(test::Reseal(bytes));
  return bytes;
}

TEST_CASE("Whatever byte is flipped, the file is refused", "[snapshot][damage]") {
  const std::string good = FullSnapshot();
  REQUIRE(Refusal(good).empty());
  for (size_t i = 0; i < good.size(); ++i) {
    INFO(i);
    REQUIRE_FALSE(Refusal(Flipped(good, i, 1 << i % 8)).empty());
    REQUIRE_FALSE(Refusal(Flipped(good, i, 0xff)).empty());
  }
}

TEST_CASE("A flipped byte is told by the section it lies in", "[snapshot][damage]") {
  const std::string good = FullSnapshot();
  for (const snapshot::SectionEntry& entry : test::StartOf(good).sections) {
    const std::string_view name = snapshot::kSectionNames[entry.id];
    INFO(name);
    REQUIRE(entry.bytes > 0);  // or the test would leave it out
    const std::string damage =
        absl::StrCat("is damaged: section \"", name, "\" does not fit its checksum");
    CHECK(Refusal(Flipped(good, entry.offset, 0x10)) == damage);
    CHECK(Refusal(Flipped(good, entry.offset + entry.bytes - 1, 0x01)) == damage);
  }
}

TEST_CASE("Wherever the file ends too early, it is refused", "[snapshot][damage]") {
  const std::string good = FullSnapshot();
  for (size_t size = 0; size < good.size(); ++size) {
    INFO(size);
    const std::string refusal = Refusal(std::string_view(good).substr(0, size));
    REQUIRE_THAT(refusal, ContainsSubstring(size < 8 ? "no Taproot snapshot" : "was cut off"));
  }
  CHECK_THAT(Refusal(std::string_view(good).substr(0, good.size() - 1)),
             ContainsSubstring(absl::StrCat("it has ", good.size() - 1, " of ", good.size())));
  CHECK_THAT(Refusal(good + "x"), ContainsSubstring("1 bytes follow its end"));
}

TEST_CASE("Files of newer formats, other features and other machines are told from damaged ones",
          "[snapshot][damage]") {
  auto changed = [](auto&& change) {
    std::string bytes = FullSnapshot();
    snapshot::FileStart start = test::StartOf(bytes);
    change(start.header);
    std::memcpy(bytes.data(), &start, sizeof start);
    test::Reseal(bytes);
    return bytes;
  };
  const auto newer = ReadSnapshotBytes(changed([](auto& header) { header.version = 4; }));
  CHECK(newer.status().code() == absl::StatusCode::kUnimplemented);
  CHECK_THAT(std::string(newer.status().message()),
             ContainsSubstring("newer Taproot, in format 4; this one reads up to 3"));
  CHECK_THAT(Refusal(changed([](auto& header) { header.features = 8; })),
             ContainsSubstring("features that this Taproot does not know: 8"));
  CHECK_THAT(Refusal(changed([](auto& header) { header.byte_order = 0x04030201; })),
             ContainsSubstring("another byte order"));
  CHECK_THAT(Refusal(changed([](auto& header) { header.version = 0; })),
             ContainsSubstring("damaged"));
  CHECK_THAT(Refusal(changed([](auto& header) { header.nodes = uint64_t{1} << 40; })),
             ContainsSubstring("another length"));
  CHECK_THAT(Refusal(changed([](auto& header) { header.nodes = ~uint64_t{0}; })),
             ContainsSubstring("another length"));
}

TEST_CASE("A text that is longer than what is left, by just the bytes of its length, is refused",
          "[snapshot][damage]") {
  for (size_t left : {0, 1, 5, 200}) {
    const std::string bytes = absl::StrCat(
        left < 127 ? std::string(1, static_cast<char>(left + 1)) : std::string("\xc9\x01"),
        std::string(left, 'x'));
    const std::string copy(bytes);
    snapshot::Decoder decoder(std::as_bytes(std::span(copy)));
    std::string text;
    decoder(text);
    CHECK_FALSE(decoder.ok());
    CHECK(text.empty());
  }
}

TEST_CASE("What does not make a sound graph is refused, right checksums or not",
          "[snapshot][damage]") {
  using snapshot::Section;
  const std::string far("\xf0\xff\xff\x7f", 4);
  auto refusal = [](Section section, size_t at, std::string_view patch) {
    return Refusal(Patched(section, at, patch));
  };
  CHECK_THAT(refusal(Section::kNodeClasses, 0, far), ContainsSubstring("a class out of range"));
  CHECK_THAT(refusal(Section::kTargets, 4, far), ContainsSubstring("reference to node"));
  CHECK_THAT(refusal(Section::kRows, 4, far), ContainsSubstring("do not fit together"));
  CHECK_THAT(refusal(Section::kRows, 0, "\x01"), ContainsSubstring("do not fit together"));
  CHECK_THAT(refusal(Section::kOddSizes, 0, far), ContainsSubstring("\"odd sizes\""));
  CHECK_THAT(refusal(Section::kContents, 0, far), ContainsSubstring("contents"));
  CHECK_THAT(refusal(Section::kTexts, 1, "\x7f"), ContainsSubstring("\"texts\""));
  CHECK_THAT(refusal(Section::kNativeBytes, 1, "\x7f"), ContainsSubstring("native bytes of node"));
  CHECK_THAT(refusal(Section::kRoots, 1, "\x7f"), ContainsSubstring("\"roots\""));
  // A list, and a text, that would be longer than all of the section.
  for (Section list : {Section::kClasses, Section::kMethods, Section::kThreads, Section::kRoots,
                       Section::kFrameLocals, Section::kWatched, Section::kNativeBytes,
                       Section::kTexts, Section::kPreviews, Section::kCapture}) {
    CHECK_THAT(refusal(list, 0, "\xff\x7f"), ContainsSubstring("does not hold what it should"));
  }
}

// Random damage below right checksums, as nothing but an enemy would do it. Most of it makes
// another sound graph, and that is walked and told; the sanitizers look on.
TEST_CASE("Damage that the checksums do not tell ends in a refusal or a graph that holds",
          "[snapshot][damage]") {
  const std::string good = FullSnapshot();
  test::Random random(1);
  int sound = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string bytes = good;
    for (uint32_t damages = 1 + random.Below(3); damages > 0; --damages) {
      const auto start = sizeof(snapshot::FileStart);
      const size_t at = start + random.Next() % (bytes.size() - start);
      bytes[at] = static_cast<char>(random.OneIn(2) ? random.Below(8) : random.Below(256));
    }
    REQUIRE(test::Reseal(bytes));
    const absl::StatusOr<HeapGraph> graph = ReadSnapshotBytes(bytes);
    if (!graph.ok()) continue;
    ++sound;
    test::WalkAndTell(*graph);
  }
  CHECK(sound > 100);
}

TEST_CASE("What is no snapshot is refused with its name", "[snapshot][damage]") {
  const TemporaryFolder folder;
  auto refusal = [](const std::string& path, SnapshotAccess access) {
    return std::string(ReadSnapshot(path, nullptr, access).status().message());
  };
  for (SnapshotAccess access : {SnapshotAccess::kMap, SnapshotAccess::kCopy}) {
    for (const std::string& foreign :
         {folder.Write("empty", ""), folder.Write("text", std::string(10'000, 'x')),
          folder.Write("short", "\x89TAP"), std::string("/proc/self/exe")}) {
      CHECK(refusal(foreign, access) == absl::StrCat(foreign, " is no Taproot snapshot"));
    }
    CHECK_THAT(refusal(folder / "none", access), EndsWith("none: No such file or directory"));
    CHECK_THAT(refusal(folder / ".", access), EndsWith("Is a directory"));
    CHECK_THAT(refusal("/dev/zero", access), EndsWith("it is no file"));
    const std::string pipe = folder / "pipe";
    mkfifo(pipe.c_str(), 0600);
    CHECK_THAT(refusal(pipe, access), EndsWith("it is no file"));
    unlink(pipe.c_str());
    const std::string secret = folder.Write("secret", "x");
    chmod(secret.c_str(), 0);
    if (geteuid() != 0) CHECK_THAT(refusal(secret, access), EndsWith("Permission denied"));
  }
}

}  // namespace
}  // namespace taproot
