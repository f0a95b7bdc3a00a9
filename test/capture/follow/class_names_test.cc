#include "capture/follow/class_names.h"

#include <vector>

#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("A class signature gives the Java name", "[capture]") {
  CHECK(ParseSignature("Ljava/lang/String;").name == "java.lang.String");
  CHECK(ParseSignature("Ljava/util/Map$Entry;").name == "java.util.Map$Entry");
  CHECK(ParseSignature("LMain;").name == "Main");
  CHECK(ParseSignature("Lcom/\xc3\xa4\xc3\xb6/\xe4\xb8\xad;").name ==
        "com.\xc3\xa4\xc3\xb6.\xe4\xb8\xad");
  const ClassName plain = ParseSignature("Ljava/lang/String;");
  CHECK_FALSE(plain.is_array);
  CHECK_FALSE(plain.is_primitive);
  CHECK_FALSE(plain.is_hidden);
}

TEST_CASE("A primitive signature gives the keyword", "[capture]") {
  const std::pair<std::string_view, std::string> cases[] = {
      {"Z", "boolean"}, {"B", "byte"},  {"C", "char"},   {"S", "short"}, {"I", "int"},
      {"J", "long"},    {"F", "float"}, {"D", "double"}, {"V", "void"}};
  for (const auto& [signature, name] : cases) {
    const ClassName parsed = ParseSignature(signature);
    CHECK(parsed.name == name);
    CHECK(parsed.is_primitive);
    CHECK_FALSE(parsed.is_array);
  }
}

TEST_CASE("An array signature gives the element and its brackets", "[capture]") {
  const std::pair<std::string_view, std::string> cases[] = {
      {"[I", "int[]"},
      {"[[[J", "long[][][]"},
      {"[Ljava/lang/Object;", "java.lang.Object[]"},
      {"[[Ljava/util/Map$Entry;", "java.util.Map$Entry[][]"}};
  for (const auto& [signature, name] : cases) {
    const ClassName parsed = ParseSignature(signature);
    CHECK(parsed.name == name);
    CHECK(parsed.is_array);
    CHECK_FALSE(parsed.is_primitive);
  }
}

TEST_CASE("A hidden class loses what differs from run to run", "[capture]") {
  const std::pair<std::string_view, std::string> cases[] = {
      {"Lapp/Main$$Lambda$14.0x0000000800c03000;", "app.Main$$Lambda"},  // before JDK 21
      {"Lapp/Main$$Lambda.0x00007f2c4c003000;", "app.Main$$Lambda"},     // since
      {"Ljava/lang/invoke/LambdaForm$MH.0x0000000800c00400;", "java.lang.invoke.LambdaForm$MH"},
      {"[Lapp/Main$$Lambda$3.0x0000000800c03000;", "app.Main$$Lambda[]"}};
  for (const auto& [signature, name] : cases) {
    const ClassName parsed = ParseSignature(signature);
    CHECK(parsed.name == name);
    CHECK(parsed.is_hidden);
    CHECK(parsed.is_array == (signature[0] == '['));
  }
}

TEST_CASE("A class that is only called like a lambda keeps its number", "[capture]") {
  const ClassName parsed = ParseSignature("Lapp/Main$$Lambda$14;");
  CHECK(parsed.name == "app.Main$$Lambda$14");
  CHECK_FALSE(parsed.is_hidden);
}

TEST_CASE("A torn signature crashes nothing", "[capture]") {
  for (std::string_view signature : {"", "[", "L", "L;", ";", "L.;", "[[", "Q", "L.", "[L"}) {
    ParseSignature(signature);
  }
  CHECK(ParseSignature("Lapp/Main").name == "app.Main");
}

}  // namespace
}  // namespace taproot
