// Remarks on the root of a path; those on its references are in path_remarks.cc.
#include <utility>

#include "absl/strings/str_cat.h"
#include "report/frame_words.h"
#include "report/path_remarks.h"

namespace taproot {
namespace {

using std::string_view;

// Compiled code forgets a local after its last use; an interpreted frame keeps what is in the slot.
constexpr string_view kNotOnceCompiled = "not retained once compiled";

Remark LocalInScope(const Root& root, const LocalVariable& variable) {
  const std::string where = root.line >= 0 ? absl::StrCat(" at line ", root.line) : "";
  return {
      "local-in-scope",
      absl::StrCat("local slot ", root.slot, ", the variable `", variable.name, "` is in scope",
                   where, " and may be dead all the same, if the method does not read it again; ",
                   kNotOnceCompiled)};
}

Remark LocalOutOfScope(const Root& root, const LocalVariable* variable) {
  const std::string last =
      variable == nullptr ? "" : absl::StrCat(" (it last was `", variable->name, "`)");
  return {"may-be-dead-local",
          absl::StrCat("local slot ", root.slot,
                       ", interpreter, the variable may be dead: out of its live range at bci ",
                       root.bci, last, "; ", kNotOnceCompiled)};
}

Remark LocalUnknown(const Root& root) {
  return {
      "local-liveness-unknown",
      absl::StrCat("local slot ", root.slot, ", the variable may be dead: nothing is known of ",
                   "its live range (no local variable table); a dead one is ", kNotOnceCompiled)};
}

Remark ExpressionStack(const Root& root) {
  return {"expression-stack",
          absl::StrCat("slot ", root.slot, " is on the expression stack: an operand of the ",
                       "expression the frame is evaluating")};
}

void AddLocalRemark(const HeapGraph& graph, const Root& root, std::vector<Remark>& remarks) {
  if (root.slot < 0) return;
  const LocalState state = JudgeLocal(graph, root);
  switch (state.scope) {
    case LocalScope::kInScope:
      remarks.push_back(LocalInScope(root, *state.variable));
      break;
    case LocalScope::kOutOfScope:
      remarks.push_back(LocalOutOfScope(root, state.variable));
      break;
    case LocalScope::kUnknown:
      remarks.push_back(LocalUnknown(root));
      break;
    case LocalScope::kExpressionStack:
      remarks.push_back(ExpressionStack(root));
      break;
  }
}

struct KnownRoot {
  string_view owner;
  string_view field;
  string_view code;
  string_view text;
};

constexpr KnownRoot kKnownRoots[] = {
    {"java.lang.ApplicationShutdownHooks", "hooks", "shutdown-hook",
     "registered as a shutdown hook: stays until the JVM exits or "
     "Runtime.removeShutdownHook is called"},
    {"java.io.DeleteOnExitHook", "files", "delete-on-exit",
     "File.deleteOnExit keeps every name until the JVM exits"},
    {"java.sql.DriverManager", "registeredDrivers", "jdbc-driver",
     "a JDBC driver that nobody deregistered (DriverManager.deregisterDriver)"},
};

void AddKnownRoot(const HeapGraph& graph, const Root& root, std::vector<Remark>& remarks) {
  const FieldRef field = graph.FieldAt(root.klass, root.field);
  if (field.field == nullptr) return;
  for (const KnownRoot& known : kKnownRoots) {
    if (field.field->name != known.field) continue;
    if (graph.java_class(root.klass).name != known.owner) continue;
    remarks.push_back({known.code, std::string(known.text)});
  }
}

}  // namespace

std::vector<Remark> RemarksOnRoot(const HeapGraph& graph, const Root& root) {
  std::vector<Remark> remarks;
  if (root.kind == RootKind::kStackLocal) AddLocalRemark(graph, root, remarks);
  if (root.kind == RootKind::kStaticField) AddKnownRoot(graph, root, remarks);
  if (root.kind == RootKind::kJniGlobal) {
    remarks.push_back({"native-owner-unknown",
                       "native code made this global reference; which one, the JVM does not tell"});
  }
  return remarks;
}

}  // namespace taproot
