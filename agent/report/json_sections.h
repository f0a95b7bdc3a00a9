// The parts of the JSON document. Object ids in it are node numbers of the graph.
#pragma once

#include <span>

#include "nlohmann/json_fwd.hpp"
#include "report/path_description.h"
#include "taproot/report.h"

namespace taproot {

using Json = nlohmann::ordered_json;  // keys stand in the order in which the schema tells them

// The whole document.
Json JsonOfReport(const Report& report, const RenderOptions& options);

Json JsonOfPath(const HeapGraph& graph, PathDescriber& describer, const RootPath& path,
                const PathStatus* status = nullptr);
Json JsonOfFindings(const HeapGraph& graph, PathDescriber& describer,
                    std::span<const Finding> findings, std::span<const LeakGroup> groups,
                    const RenderOptions& options);
Json JsonOfPaths(const HeapGraph& graph, PathDescriber& describer,
                 std::span<const PathToObject> paths);
Json JsonOfWays(const HeapGraph& graph, PathDescriber& describer, const ObjectWays& ways);
Json JsonOfMerged(const HeapGraph& graph, const MergedSection& section);
Json JsonOfProfile(const HeapGraph& graph, const ProfileTree& tree, const RenderOptions& options);
Json JsonOfStops(const WalkStops& stops);
Json JsonOfSize(const ObjectSize& size);
Json JsonOfSize(const ObjectSize& size, const std::optional<RetainedSet>& retained);
Json JsonOfDominators(const HeapGraph& graph, const DominatorReport& report);
Json JsonOfDelta(const SizeDelta& delta);
Json JsonOfHistogram(const HeapGraph& graph, const Histogram& histogram,
                     const RenderOptions& options);
Json JsonOfSuspects(const HeapGraph& graph, PathDescriber& describer, const SuspectReport& report,
                    const RenderOptions& options);
Json JsonOfGrowth(const GrowthReport& report, const RenderOptions& options);
Json JsonOfPathTree(const PathTree& tree);
Json JsonOfThreads(const HeapGraph& graph, const ThreadReport& report,
                   const RenderOptions& options);
Json JsonOfWaste(const HeapGraph& graph, const WasteSection& section, const RenderOptions& options);
Json JsonOfDiff(const HeapDiff& diff, const RenderOptions& options);
Json JsonOfSnapshotFile(const SnapshotFile& file);
Json JsonOfStatus(const AgentStatus& status);

}  // namespace taproot
