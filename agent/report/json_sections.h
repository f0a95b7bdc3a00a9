// The parts of the JSON document. Object ids in it are node numbers of the graph.
#pragma once

#include <span>

#include "nlohmann/json_fwd.hpp"
#include "report/path_description.h"
#include "taproot/report.h"

namespace taproot {

using Json = nlohmann::ordered_json;  // keys stand in the order in which the schema tells them

Json JsonOfPath(const HeapGraph& graph, PathDescriber& describer, const RootPath& path);
Json JsonOfFindings(const HeapGraph& graph, PathDescriber& describer,
                    std::span<const Finding> findings);
Json JsonOfProfile(const HeapGraph& graph, const ProfileTree& tree, const RenderOptions& options);
Json JsonOfStops(const WalkStops& stops);
Json JsonOfSize(const ObjectSize& size);
Json JsonOfDelta(const SizeDelta& delta);
Json JsonOfHistogram(const HeapGraph& graph, const Histogram& histogram,
                     const RenderOptions& options);
Json JsonOfStatus(const AgentStatus& status);

}  // namespace taproot
