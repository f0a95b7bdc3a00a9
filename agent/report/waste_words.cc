#include "report/waste_words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/substitute.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr size_t kElementsShown = 8;
constexpr size_t kStepsShown = 8;

struct KindWords {
  std::string_view code;
  std::string_view name;
  std::string_view one;  // wasteful object
  std::string_view many;
  std::string_view what;  // is the matter with them; $0: how many contents
  std::string_view advice;
};

const KindWords& WordsOf(WasteKind kind) {
  static constexpr std::array<KindWords, kWasteKinds> kWords = {{
      {"duplicate-strings", "duplicate strings", "copy", "copies", "among Strings of $0 texts",
       "keep one String of each text: by a map of your own, or intern() where the text comes in"},
      {"duplicate-arrays", "duplicate arrays", "copy", "copies", "among arrays of $0 contents",
       "share one array of each content, if nothing writes to them"},
      {"empty-collections", "empty collections", "collection or map", "collections and maps",
       "without an element",
       "make them when there is something to put in; until then null or List.of() will do"},
      {"roomy-collections", "collections with much room", "collection or map",
       "collections and maps", "with less than 21% of the table in use",
       "give the size when they are made, or trim them once they are filled"},
      {"colliding-maps", "colliding maps", "map", "maps",
       "with more than 80% of the entries behind another in their bucket",
       "look at hashCode() of the keys: it costs time rather than memory"},
      {"boxed-numbers", "boxed numbers", "number", "numbers", "in objects of their own",
       "where there are many use fields and arrays of primitives, or a map made for them"},
      {"spare-room", "spare room", "builder, stream or array", "builders, streams and arrays",
       "with zeros at the end",
       "give the size when they are made, and keep the result rather than the builder"},
      {"constant-arrays", "arrays of one value", "array", "arrays",
       "with one value in all elements", "make them when another value is to be written"},
      {"sparse-arrays", "sparse object arrays", "object array", "object arrays",
       "with null in more than 79% of the elements",
       "make them smaller, or use a map from index to element"},
      {"empty-arrays", "arrays of length 0", "array", "arrays",
       "without an element, beside one of each class", "share one in a static field"},
  }};
  return kWords[static_cast<size_t>(kind)];
}

uint64_t LoadElement(std::span<const uint8_t> bytes) {
  uint64_t element = 0;
  std::memcpy(&element, bytes.data(), bytes.size());  // little-endian, as HotSpot's platforms are
  return element;
}

std::string ElementWords(std::string_view array_class, std::span<const uint8_t> bytes) {
  const uint64_t bits = LoadElement(bytes);
  if (array_class == "double[]") return absl::StrCat(std::bit_cast<double>(bits));
  if (array_class == "float[]") {
    return absl::StrCat(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  }
  // Java's numbers are signed, but for char and boolean.
  if (array_class == "byte[]") return absl::StrCat(static_cast<int8_t>(bits));
  if (array_class == "short[]") return absl::StrCat(static_cast<int16_t>(bits));
  if (array_class == "int[]") return absl::StrCat(static_cast<int32_t>(bits));
  return absl::StrCat(static_cast<int64_t>(bits));
}

size_t ElementWidth(std::string_view array_class) {
  if (array_class == "byte[]" || array_class == "boolean[]") return 1;
  if (array_class == "short[]" || array_class == "char[]") return 2;
  return array_class == "long[]" || array_class == "double[]" ? 8 : 4;
}

std::string ArrayWords(std::string_view array_class, uint32_t length,
                       std::span<const uint8_t> bytes) {
  const size_t width = ElementWidth(array_class);
  const size_t shown = std::min(bytes.size() / width, kElementsShown);
  std::vector<std::string> elements;
  for (size_t i = 0; i < shown; ++i) {
    elements.push_back(ElementWords(array_class, bytes.subspan(i * width, width)));
  }
  if (shown < length) elements.emplace_back("…");
  array_class.remove_suffix(2);  // []
  return absl::StrCat(array_class, "[", length, "] {", absl::StrJoin(elements, ", "), "}");
}

void AppendUtf8(uint32_t code, std::string& out) {
  auto byte = [&](uint32_t bits) { out += static_cast<char>(bits); };
  auto rest = [&](int shift) { byte(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | code >> 6);
    rest(0);
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    rest(6);
    rest(0);
  } else {
    byte(0xf0 | code >> 18);
    rest(12);
    rest(6);
    rest(0);
  }
}

bool IsControl(uint32_t code) {
  return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') ||
         (code >= 0x7f && code < 0xa0);
}

// A pair of surrogates becomes one; half a pair, as where the sample ends, the replacement.
std::vector<uint32_t> CodesOfUtf16(std::span<const uint8_t> bytes) {
  constexpr uint32_t kReplacement = 0xfffd;
  std::vector<uint32_t> codes;
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const uint32_t unit = bytes[i] | uint32_t{bytes[i + 1]} << 8;
    const bool follows_high = !codes.empty() && codes.back() >= 0xd800 && codes.back() < 0xdc00;
    if (follows_high && unit >= 0xdc00 && unit < 0xe000) {
      codes.back() = 0x10000 + ((codes.back() - 0xd800) << 10) + (unit - 0xdc00);
    } else {
      codes.push_back(unit);
    }
  }
  for (uint32_t& code : codes) {
    if (code >= 0xd800 && code < 0xe000) code = kReplacement;
  }
  return codes;
}

std::string StepWords(const PathLabel& label) {
  const std::string name = label.name == "[]" ? "[]"
                           : label.owner.empty()
                               ? label.name
                               : absl::StrCat(WithoutPackage(label.owner), ".", label.name);
  return absl::StrCat(name, " : ", WithoutPackage(label.class_name));
}

}  // namespace

std::string_view WasteCode(WasteKind kind) { return WordsOf(kind).code; }
std::string_view WasteName(WasteKind kind) { return WordsOf(kind).name; }
std::string_view WasteAdvice(WasteKind kind) { return WordsOf(kind).advice; }

std::string WasteSentence(const WasteOfKind& of_kind) {
  const KindWords& words = WordsOf(of_kind.kind);
  const uint64_t objects = of_kind.sum.objects;
  return absl::StrCat(Grouped(objects), " ", objects == 1 ? words.one : words.many, " ",
                      absl::Substitute(words.what, Grouped(of_kind.contents)));
}

std::string DecodeText(std::span<const uint8_t> bytes) {
  std::vector<uint32_t> codes(bytes.begin(), bytes.end());
  if (bytes.size() % 2 == 0 && std::ranges::any_of(codes, IsControl)) {
    std::vector<uint32_t> wide = CodesOfUtf16(bytes);
    if (std::ranges::none_of(wide, IsControl)) codes = std::move(wide);
  }
  std::string text;
  for (uint32_t code : codes) AppendUtf8(code, text);
  return text;
}

std::string ContentWords(const HeapGraph& graph, const Duplicates& duplicates) {
  const ContentsPreview* preview = graph.contents().FindPreview(duplicates.hash);
  if (preview == nullptr) return "";
  const std::string& class_name = graph.java_class(duplicates.kept).name;
  if (class_name != "java.lang.String") {
    return ArrayWords(class_name, graph.array_length(duplicates.kept), preview->shown());
  }
  const NodeId array = graph.FieldTarget(duplicates.kept, "value");
  const bool whole = graph.array_length(array) <= preview->size;
  return absl::StrCat(Quoted(DecodeText(preview->shown())), whole ? "" : "…");
}

std::string PathWords(const PathGroups& groups, GroupId group) {
  return PathWords(groups.PathTo(group));
}

std::string PathWords(std::span<const PathLabel> path) {
  std::vector<std::string> steps;
  for (size_t i = 0; i < path.size(); ++i) {
    const bool is_left_out =
        path.size() > kStepsShown && i >= kStepsShown / 2 && i < path.size() - kStepsShown / 2;
    if (!is_left_out) steps.push_back(StepWords(path[i]));
    if (is_left_out && i == kStepsShown / 2) steps.emplace_back("…");
  }
  return absl::StrJoin(steps, " → ");
}

}  // namespace taproot
