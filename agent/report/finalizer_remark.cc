#include "report/finalizer_remark.h"

#include "absl/strings/str_cat.h"
#include "report/frame_words.h"

namespace taproot {
namespace {

bool RunsFinalizer(const HeapGraph& graph, const Root& root) {
  return root.thread.valid() && root.method.valid() &&
         graph.thread(root.thread).name == "Finalizer" &&
         graph.method(root.method).name == "finalize";
}

}  // namespace

Remark WaitsForFinalizer(const HeapGraph& graph) {
  std::string text = "waits for the Finalizer thread";
  for (const Root& root : graph.roots()) {
    if (!RunsFinalizer(graph, root)) continue;
    absl::StrAppend(&text, ", which is in ", FrameText(graph.method(root.method), root.line));
    break;
  }
  return {"waits-for-finalizer", std::move(text)};
}

}  // namespace taproot
