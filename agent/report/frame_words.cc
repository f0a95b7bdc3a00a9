#include "report/frame_words.h"

#include "absl/strings/str_cat.h"
#include "report/words.h"

namespace taproot {
namespace {

bool Covers(const LocalVariable& variable, int64_t bci) {
  return variable.start_bci <= bci && bci < variable.start_bci + variable.length;
}

// The latest variable of the slot whose range ended before `bci`.
const LocalVariable* LastHolder(const JavaMethod& method, int32_t slot, int64_t bci) {
  const LocalVariable* last = nullptr;
  for (const LocalVariable& variable : method.locals) {
    if (variable.slot != slot || variable.start_bci > bci) continue;
    if (last == nullptr || variable.start_bci > last->start_bci) last = &variable;
  }
  return last;
}

}  // namespace

std::string FrameText(const JavaMethod& method, int32_t line) {
  std::string text = absl::StrCat(method.class_name, ".", method.name);
  const bool native = method.max_locals < 0 && line < 0;
  if (!method.source_file.empty() && line >= 0) {
    absl::StrAppend(&text, "(", method.source_file, ":", line, ")");
  } else if (!method.source_file.empty() && !native) {
    absl::StrAppend(&text, "(", method.source_file, ")");
  }
  return text;
}

std::string ThreadText(const JavaThread& thread) {
  const std::string_view kind = thread.is_virtual ? "virtual thread " : "thread ";
  return thread.name.empty() ? absl::StrCat(kind, "#", thread.tid)
                             : absl::StrCat(kind, Quoted(thread.name));
}

Root RootLike(const FrameLocal& local) {
  return {.kind = RootKind::kStackLocal,
          .method = local.method,
          .depth = local.depth,
          .slot = local.slot,
          .bci = local.bci,
          .line = local.line};
}

std::string LocalText(const HeapGraph& graph, const Root& root) {
  const LocalState state = JudgeLocal(graph, root);
  if (state.scope == LocalScope::kInScope) return absl::StrCat("`", state.variable->name, "`");
  if (state.scope == LocalScope::kExpressionStack) return "operand";
  return root.slot >= 0 ? absl::StrCat("slot ", root.slot) : "variable";
}

LocalState JudgeLocal(const HeapGraph& graph, const Root& root) {
  if (!root.method.valid() || root.slot < 0) return {};
  const JavaMethod& method = graph.method(root.method);
  if (method.max_locals >= 0 && root.slot >= method.max_locals) {
    return {LocalScope::kExpressionStack, nullptr};
  }
  if (method.locals.empty() || root.bci < 0) return {};
  for (const LocalVariable& variable : method.locals) {
    if (variable.slot == root.slot && Covers(variable, root.bci)) {
      return {LocalScope::kInScope, &variable};
    }
  }
  return {LocalScope::kOutOfScope, LastHolder(method, root.slot, root.bci)};
}

}  // namespace taproot
