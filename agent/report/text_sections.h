// The sections of the text report. Each appends whole lines, without trailing spaces.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/path_description.h"
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

void AppendFindings(const TextContext& context, std::span<const Finding> findings);
void AppendPaths(const TextContext& context, std::span<const PathToObject> paths);
void AppendProfile(const TextContext& context, const ProfileTree& tree);
void AppendSize(const TextContext& context, const ObjectSize& size);
void AppendDelta(const TextContext& context, const SizeDelta& delta);
void AppendHistogram(const TextContext& context, const Histogram& histogram);
void AppendStatus(const AgentStatus& status, std::string& out);  // needs no graph

// "GC root: ..." and what follows, a line each. Of a very long trace the middle is left out.
std::vector<std::string> TraceLines(const HeapGraph& graph, const PathDescription& path);

}  // namespace taproot
