// The sections of the text report. Each appends whole lines, without trailing spaces.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/path_description.h"
#include "taproot/object_status.h"
#include "taproot/report.h"

namespace taproot {

// What every text section gets to see.
struct TextContext {
  const HeapGraph& graph;
  const RenderOptions& options;
  PathDescriber& describer;
  std::string& out;
};

// The virtual machine, the capture and what a reader must know of them.
void AppendHeader(const Report& report, std::string& out);

void AppendFindings(const TextContext& context, std::span<const Finding> findings,
                    std::span<const LeakGroup> groups);
void AppendPaths(const TextContext& context, std::span<const PathToObject> paths);
void AppendMerged(const TextContext& context, const MergedSection& section);
void AppendProfile(const TextContext& context, const ProfileTree& tree);
void AppendSize(const TextContext& context, const ObjectSize& size,
                const std::optional<RetainedSet>& retained);
void AppendDominators(const TextContext& context, const DominatorReport& report);
void AppendDelta(const TextContext& context, const SizeDelta& delta);
void AppendHistogram(const TextContext& context, const Histogram& histogram);
void AppendSuspects(const TextContext& context, const SuspectReport& report);
void AppendGrowth(const TextContext& context, const GrowthReport& report);
void AppendPathTree(const TextContext& context, const PathTree& tree);
void AppendThreads(const TextContext& context, const ThreadReport& report);
void AppendWaste(const TextContext& context, const WasteSection& section);
void AppendDiff(const TextContext& context, const HeapDiff& diff);
void AppendSnapshotFile(const TextContext& context, const SnapshotFile& file);
void AppendStatus(const AgentStatus& status, std::string& out);  // needs no graph

// What a trace tells beside the path itself.
struct TraceExtras {
  const PathStatus* status = nullptr;    // of its objects; suspect references are underlined
  std::optional<uint64_t> top_retained;  // bytes, by the first object of the path
};

// "GC root: ..." and what follows, a line each. Of a very long trace the middle is left out.
std::vector<std::string> TraceLines(const HeapGraph& graph, const PathDescription& path,
                                    const TraceExtras& extras = {});

}  // namespace taproot
