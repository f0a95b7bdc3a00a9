// An answer and its rendering. A Report is a bag of sections; each format renders those present, in
// the order in which they stand here. Rendering reads the graph and changes nothing; it may be
// called from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/histogram.h"
#include "taproot/object_size.h"
#include "taproot/profile_tree.h"
#include "taproot/root_paths.h"
#include "taproot/verdict.h"

namespace taproot {

enum class Format : uint8_t { kText, kJson };

struct PathToObject {
  NodeId node;
  std::optional<RootPath> path;
  bool known_alive = true;  // handed in by the caller, so alive whether a path was found or not
};

// What the agent itself is up to.
struct AgentStatus {
  std::string library;                    // the file it was loaded from
  std::vector<std::string> capabilities;  // of JVMTI, held between requests
  uint32_t capture_environments = 0;      // left over from captures: always 0
  uint64_t watched = 0;                   // objects that carry a tag
  uint64_t collected = 0;                 // watched objects that died
  std::vector<std::string> watch_patterns;
  std::string signal;  // that asks for a dump; empty if none
  bool dump_at_exit = false;
  int64_t retained_delay_ms = 0;
};

struct Report {
  std::string verb;  // of the command language: "leaks", "dump", ...
  const HeapGraph* graph =
      nullptr;          // what the sections' ids refer to; outlives the report. Null if
                        // nothing was captured: then there is `status` or no section
  VmInfo vm;            // where there is no graph to tell it
  std::string subject;  // what was asked about, in words: "3 instances of com.acme.Session"
  std::vector<std::string> notes;  // what the reader must know, beside graph->capture().notes

  std::optional<std::vector<Finding>> findings;
  std::optional<std::vector<PathToObject>> paths;
  std::optional<ProfileTree> profile;
  std::optional<ObjectSize> size;
  std::optional<SizeDelta> delta;
  std::optional<Histogram> histogram;
  std::optional<AgentStatus> status;
};

struct RenderOptions {
  uint32_t top = 30;       // rows of a histogram; children shown of a profile entry; paths
  uint32_t depth = 6;      // levels of a profile tree
  double min_percent = 1;  // profile entries lighter than this part of the root are summed up
};

std::string Render(const Report& report, Format format, const RenderOptions& options);

}  // namespace taproot
