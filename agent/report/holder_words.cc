#include "report/holder_words.h"

#include "absl/strings/str_cat.h"
#include "report/frame_words.h"
#include "report/static_fields.h"

namespace taproot {
namespace {

std::string LoaderText(LoaderKind loader) {
  switch (loader) {
    case LoaderKind::kBoot:
      return "classes of the boot loader";
    case LoaderKind::kPlatform:
      return "classes of the platform loader";
    case LoaderKind::kApp:
      return "classes of the app loader";
    case LoaderKind::kCustom:
      break;
  }
  return "classes of other loaders";
}

}  // namespace

std::string HolderText(const HeapGraph& graph, const Holder& holder) {
  switch (holder.kind) {
    case HolderKind::kWhole:
      return "everything";
    case HolderKind::kLoader:
      return LoaderText(holder.loader);
    case HolderKind::kClass:
      return absl::StrCat("class ", graph.java_class(holder.klass).name,
                          " (its static fields together)");
    case HolderKind::kStaticField:
      return absl::StrCat("static field ", FullName(graph, {holder.klass, holder.field}));
    case HolderKind::kThread:
      return holder.thread.valid() ? ThreadText(graph.thread(holder.thread)) : "unknown thread";
    case HolderKind::kFrame:
      return holder.method.valid()
                 ? absl::StrCat("frame ", FrameText(graph.method(holder.method), holder.line))
                 : absl::StrCat("frame ", holder.depth, " from the top");
    case HolderKind::kJniGlobals:
      return "JNI globals";
    case HolderKind::kMonitors:
      return "locked monitors";
    case HolderKind::kVmInternals:
      break;
  }
  return "VM internals";
}

std::string_view HolderWord(HolderKind kind) {
  switch (kind) {
    case HolderKind::kWhole:
      return "whole";
    case HolderKind::kLoader:
      return "loader";
    case HolderKind::kClass:
      return "class";
    case HolderKind::kStaticField:
      return "static-field";
    case HolderKind::kThread:
      return "thread";
    case HolderKind::kFrame:
      return "frame";
    case HolderKind::kJniGlobals:
      return "jni-globals";
    case HolderKind::kMonitors:
      return "monitors";
    case HolderKind::kVmInternals:
      break;
  }
  return "vm-internals";
}

}  // namespace taproot
