// The statements of a graph literal, read but not yet turned into nodes: what a node is may stand
// below its first use.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taproot/root.h"

namespace taproot::test {

constexpr std::pair<std::string_view, RootKind> kRootWords[] = {
    {"input", RootKind::kInput},          {"static", RootKind::kStaticField},
    {"system", RootKind::kSystemClass},   {"thread", RootKind::kThread},
    {"local", RootKind::kStackLocal},     {"jni-local", RootKind::kJniLocal},
    {"jni-global", RootKind::kJniGlobal}, {"monitor", RootKind::kMonitor},
    {"vm", RootKind::kVmInternal}};

struct GraphStatements {
  struct Class {
    std::string name;
    std::string super = "java.lang.Object";
    std::string loader;                      // a node; empty for the boot loader
    std::vector<std::string> static_fields;  // "static Object KEEP"
    bool has_mirror = false;
  };
  struct Node {
    std::string java_class;  // empty if nothing tells
    uint64_t size = 16;
  };
  struct Reference {
    std::string from, arrow, to;  // arrow: "->", "[]", "-weak->", ...
  };
  struct NamedRoot {
    RootKind kind;
    std::string name;  // "Main.KEEP", or of a thread
    std::string node;
  };

  static GraphStatements Read(std::string_view text);  // throws std::invalid_argument

  std::vector<Class> classes;
  std::map<std::string, Node> nodes;  // mirrors are not among them
  std::vector<Reference> references;
  std::vector<NamedRoot> roots;

 private:
  void ReadStatement(std::string_view statement);
  void ReadClass(const std::vector<std::string_view>& words);
  void ReadNode(const std::vector<std::string_view>& words);
  void ReadReferences(std::string_view left, std::string_view arrow,
                      const std::vector<std::string_view>& right);
  void ReadRoots(std::string_view root, const std::vector<std::string_view>& right);
  Class& ClassNamed(std::string_view short_name);
  void Mention(std::string_view node);
};

// "Main" for "com.acme.Main".
std::string_view ShortClassName(std::string_view name);

}  // namespace taproot::test
