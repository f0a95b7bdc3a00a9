#include "attach/java_command.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace taproot {
namespace {

JavaCommand Parse(std::vector<std::string> words) {
  words.insert(words.begin(), "/opt/jdk/bin/java");
  return ParseJavaCommand(words);
}

TEST_CASE("The main class is the first word that is no option", "[attach]") {
  const JavaCommand command = Parse({"-Xmx1g", "-cp", "a:b", "com.acme.Main", "-x", "y"});
  CHECK(command.main_class == "com.acme.Main");
  CHECK(command.arguments == "-x y");
  CHECK(command.vm_arguments == "-Xmx1g -cp a:b");
}

TEST_CASE("A jar or a module stands for the main class", "[attach]") {
  CHECK(Parse({"-jar", "/opt/my app.jar", "x"}).main_class == "/opt/my app.jar");
  CHECK(Parse({"-p", "mods", "-m", "acme/com.acme.Main", "x"}).main_class == "acme/com.acme.Main");
  CHECK(Parse({"--module=acme/com.acme.Main", "x"}).main_class == "acme/com.acme.Main");
  CHECK(Parse({"--module=acme/com.acme.Main", "x"}).arguments == "x");
}

TEST_CASE("Files with options are options", "[attach]") {
  CHECK(Parse({"@/opt/options", "--class-path", "x", "Main"}).main_class == "Main");
}

TEST_CASE("A command line may have no main class", "[attach]") {
  CHECK(Parse({}).main_class.empty());
  CHECK(Parse({"-version"}).main_class.empty());
  CHECK(Parse({"-jar"}).main_class.empty());
  CHECK(Parse({"-cp"}).main_class.empty());
  CHECK(ParseJavaCommand({}).main_class.empty());
}

TEST_CASE("The last heap size counts", "[attach]") {
  CHECK(MaxHeapOf("-Xmx1g -Xms5m -Xmx64m") == uint64_t{64} << 20);
  CHECK(MaxHeapOf("-Xmx2T") == uint64_t{2} << 40);
  CHECK(MaxHeapOf("-XX:MaxHeapSize=1024K") == uint64_t{1} << 20);
  CHECK(MaxHeapOf("-Xmx4096") == 4096);
  CHECK_FALSE(MaxHeapOf("-Xms1g"));
  CHECK_FALSE(MaxHeapOf("-Xmxbig"));
  CHECK_FALSE(MaxHeapOf("-Xmx99999999999999999T"));
  CHECK_FALSE(MaxHeapOf("-Xmx18446744073709551615g"));
}

TEST_CASE("A collector is known by its flag", "[attach]") {
  CHECK(CollectorOf("-Xmx1g -XX:+UseSerialGC") == "Serial");
  CHECK(CollectorOf("-XX:+UseZGC -XX:+ZGenerational") == "ZGC");
  CHECK(CollectorOf("-XX:+UseStringDeduplication -XX:+UseAdaptiveSizePolicyWithSystemGC").empty());
  CHECK(CollectorOf("").empty());
}

TEST_CASE("A version begins with its feature", "[attach]") {
  CHECK(FeatureOfVersion("17.0.15") == 17);
  CHECK(FeatureOfVersion("25-ea") == 25);
  CHECK(FeatureOfVersion("1.8.0_392") == 8);
  CHECK(FeatureOfVersion("") == 0);
  CHECK(FeatureOfVersion("new") == 0);
}

}  // namespace
}  // namespace taproot
