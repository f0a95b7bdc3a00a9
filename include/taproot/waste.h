// Memory that the program could do without: what is there twice, empty, or with more room than it
// uses. After the component report of the Eclipse Memory Analyzer (MAT) and JXRay.
//
// Counted is what is reached from the roots by strong references only. The kinds share nothing: an
// array that belongs to a String, a collection or a builder counts with that and nowhere else. So
// bytes to gain are never counted twice, and all of them together are less than what is reached.
//
// What is to be gained by sharing is exact; what a smaller size or another type would bring is an
// estimate, though never above what is there.
//
// Linear in nodes and references. Beside the groups it takes half a byte a node, and for the
// duplicates 4 bytes a node and some 40 for each different content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/path_groups.h"
#include "taproot/progress.h"

namespace taproot {

enum class WasteKind : uint8_t {
  // Several Strings of one text. To gain: all but one of the Strings, and all but one of their
  // arrays, which may be fewer. Needs contents. Whether the bytes of a String are Latin-1 or UTF-16
  // is not known: two Strings of different text count as equal where these bytes are the same,
  // which takes a text of control characters.
  kDuplicateStrings,
  // Several primitive arrays of one type and content, beyond those below. To gain: all but one, if
  // nothing writes to them. Needs contents.
  kDuplicateArrays,
  // Collections and maps without an element (or with nothing but nulls). To gain: themselves and
  // what is theirs alone, by making them when there is something to put in.
  kEmptyCollections,
  // Fewer elements than kLowFill of the room. To gain: the difference to the smallest table that
  // would do.
  kRoomyCollections,
  // Hash tables with so few buckets in use that more than kHighCollision of the entries stand
  // behind
  // another one. Costs time, not bytes.
  kCollidingMaps,
  // Integer, Long and so on, beyond those that the JDK keeps in its caches. To gain: all but the
  // bytes of the number.
  kBoxedNumbers,
  // Builders and byte streams that do not use the end of their array, and arrays of which half or
  // more is zeros at the end. To gain: the zeros. Needs contents.
  kSpareRoom,
  // Primitive arrays of two or more elements that are all equal. To gain: the arrays. Needs
  // contents.
  kConstantArrays,
  // Object arrays with fewer elements that are not null than kLowFill of their length. To gain: an
  // array of these elements would do.
  kSparseArrays,
  // Arrays without an element. To gain: all but one of each class.
  kEmptyArrays,
};
inline constexpr size_t kWasteKinds = 10;

constexpr bool NeedsContents(WasteKind kind) {
  return kind == WasteKind::kDuplicateStrings || kind == WasteKind::kDuplicateArrays ||
         kind == WasteKind::kSpareRoom || kind == WasteKind::kConstantArrays;
}
// Whether the bytes to gain are what sharing frees, to the byte.
constexpr bool IsExact(WasteKind kind) {
  return kind == WasteKind::kDuplicateStrings || kind == WasteKind::kDuplicateArrays ||
         kind == WasteKind::kEmptyArrays;
}

struct WasteSum {
  uint64_t objects = 0;        // of copies: those that are too many
  uint64_t bytes = 0;          // that these objects take, with the arrays that are theirs
  uint64_t bytes_to_gain = 0;  // at most `bytes`

  WasteSum& operator+=(const WasteSum& other);
  friend bool operator==(const WasteSum&, const WasteSum&) = default;
};

// Where the program holds the objects: "com.acme.Order.tags", "static field com.acme.Main.KEEP",
// "local in com.acme.Main.run". This is the last reference on the path of their group that does not
// come from an array, nor from the inside of one of the JDK's collections, strings or builders.
struct WasteByOwner {
  std::string owner;
  std::string class_name;  // of the objects
  WasteSum sum;
};

struct WasteByPath {
  GroupId group;
  WasteSum sum;
};

// Copies of one content.
struct Duplicates {
  uint64_t hash = 0;     // of the array, see ContentsPreview
  NodeId kept;           // the one on the best path
  uint64_t objects = 0;  // Strings or arrays, all of them
  uint64_t arrays = 0;   // that they use together
  uint64_t bytes_to_gain = 0;
};

// Parts are sorted by bytes to gain, then objects, both falling.
struct WasteOfKind {
  WasteKind kind = WasteKind::kDuplicateStrings;
  WasteSum sum;
  std::vector<WasteByOwner> by_owner;  // these add up to `sum`
  std::vector<WasteByPath> by_path;    // likewise
  std::vector<Duplicates> worst;       // of the two kinds of duplicates, the first so many
  uint64_t contents = 0;               // how many different contents have copies
};

struct Waste {
  static constexpr double kLowFill = 0.21;
  static constexpr double kHighCollision = 0.8;
  static constexpr double kNotable = 0.05;  // of the reached bytes: worth a developer's time

  uint64_t objects = 0;  // reached
  uint64_t bytes = 0;
  bool contents_known = false;     // else the kinds that need them are missing
  std::vector<WasteOfKind> kinds;  // those that were found, most bytes to gain first

  uint64_t bytes_to_gain() const;
};

struct WasteOptions {
  uint32_t worst = 100;  // Duplicates named for each kind
};

// The groups are those of the graph.
Waste FindWaste(const HeapGraph& graph, const PathGroups& groups, const WasteOptions& options,
                Progress* progress = nullptr);

}  // namespace taproot
