#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

void AppendNative(uint64_t bytes, std::string& out) {
  if (bytes == 0) return;
  absl::StrAppend(&out, "outside of the heap, not part of the above: ", BytesExactly(bytes), "\n");
}

void AppendStops(const WalkStops& stops, std::string& out) {
  if (const std::string text = StopsSentence(stops); !text.empty()) {
    absl::StrAppend(&out, text, "\n");
  }
}

void AppendRow(std::string_view name, uint64_t objects, uint64_t bytes, std::string_view note,
               std::string& out) {
  absl::StrAppendFormat(&out, "%-7s %15s  %18s%s%s\n", name, Grouped(objects), Grouped(bytes),
                        note.empty() ? "" : "   ", note);
}

}  // namespace

void AppendSize(const TextContext& context, const ObjectSize& size,
                const std::optional<RetainedSet>& retained) {
  absl::StrAppend(&context.out, "shallow  ", BytesExactly(size.shallow_bytes), "\n");
  absl::StrAppend(&context.out, "deep     ", BytesExactly(size.deep_bytes), " in ",
                  Counted(size.objects, "object"), "\n");
  if (retained) {
    absl::StrAppend(&context.out, "retained ", BytesExactly(retained->bytes), " in ",
                    Counted(retained->objects, "object"),
                    retained->objects == 0 ? ": no strong reference holds it" : "", "\n");
  }
  AppendNative(size.native_bytes, context.out);
  AppendStops(size.stops, context.out);
}

void AppendDelta(const TextContext& context, const SizeDelta& delta) {
  std::string& out = context.out;
  absl::StrAppendFormat(&out, "%-7s %15s  %18s\n", "", "objects", "bytes");
  AppendRow("base", delta.base.objects, delta.base.deep_bytes, "", out);
  AppendRow("object", delta.object.objects, delta.object.deep_bytes, "", out);
  AppendRow("shared", delta.shared_objects, delta.shared_bytes, "reached from both", out);
  AppendRow("delta", delta.delta_objects, delta.delta_bytes,
            "what the object weighs beyond the base", out);
  AppendNative(delta.object.native_bytes, out);
  AppendStops(delta.object.stops, out);
}

void AppendHistogram(const TextContext& context, const Histogram& histogram) {
  std::string& out = context.out;
  // What classes retain overlaps: it has no sum.
  auto line = [&](std::string_view first, uint64_t instances, uint64_t bytes,
                  std::string_view retained, std::string_view last) {
    std::string text = absl::StrFormat("%5s %15s  %18s", first, Grouped(instances), Grouped(bytes));
    if (histogram.has_retained && (!retained.empty() || !last.empty())) {
      absl::StrAppendFormat(&text, "  %18s", retained);
    }
    absl::StrAppend(&out, text, last.empty() ? "" : "  ", last, "\n");
  };
  absl::StrAppendFormat(&out, "%5s %15s  %18s%s  %s\n", "", "instances", "bytes",
                        histogram.has_retained ? absl::StrFormat("  %18s", "retained") : "",
                        "class");
  const size_t shown = std::min<size_t>(histogram.rows.size(), context.options.top);
  uint64_t instances = 0;
  uint64_t bytes = 0;
  for (size_t i = 0; i < shown; ++i) {
    const HistogramRow& row = histogram.rows[i];
    const JavaClass& java_class = context.graph.java_class(row.java_class);
    instances += row.instances;
    bytes += row.shallow_bytes;
    line(absl::StrFormat("%4d:", i + 1), row.instances, row.shallow_bytes,
         Grouped(row.retained_bytes),
         absl::StrCat(java_class.name,
                      java_class.is_builtin()
                          ? ""
                          : absl::StrCat("   (loader: ", java_class.loader_name, ")")));
  }
  if (shown < histogram.rows.size()) {
    line("", histogram.instances - instances, histogram.shallow_bytes - bytes, "",
         absl::StrCat("… ", Grouped(histogram.rows.size() - shown), " more"));
  }
  line("total", histogram.instances, histogram.shallow_bytes, "", "");
}

}  // namespace taproot
