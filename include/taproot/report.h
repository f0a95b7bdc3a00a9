// An answer and its rendering. A Report is a bag of sections; each format renders those present, in
// the order in which they stand here. Rendering reads the graph and changes nothing; it may be
// called from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "taproot/diff.h"
#include "taproot/dominator_report.h"
#include "taproot/growth.h"
#include "taproot/heap_graph.h"
#include "taproot/histogram.h"
#include "taproot/leak_groups.h"
#include "taproot/merged_paths.h"
#include "taproot/object_size.h"
#include "taproot/object_ways.h"
#include "taproot/path_tree.h"
#include "taproot/profile_tree.h"
#include "taproot/retained.h"
#include "taproot/root_paths.h"
#include "taproot/suspects.h"
#include "taproot/thread_report.h"
#include "taproot/verdict.h"
#include "taproot/waste.h"

namespace taproot {

// kCsv is a table, kJsonLines a record a line, kFlame collapsed stacks, kPrometheus the exposition
// format of the sums, kHtml a page that needs nothing beside itself.
enum class Format : uint8_t { kText, kJson, kHtml, kCsv, kJsonLines, kFlame, kPrometheus };

struct PathToObject {
  NodeId node;
  std::optional<RootPath> path;
  bool known_alive = true;  // handed in by the caller, so alive whether a path was found or not
  // Where the path is over a reference that the rules ignore, for want of any other: the rule.
  const ReferenceRule* ignored = nullptr;
  std::optional<ObjectWays> ways;  // where there is a path, and more than that is wanted
};

// The shortest paths to many objects in one tree.
struct MergedSection {
  MergedPaths merged;
  PathGroups groups;  // that its rows refer to
  bool retained = false;
};

// The request that is being answered.
struct RunningWork {
  std::string verb;
  std::string phase;    // what it is at; empty before the first
  double fraction = 0;  // of the phase, 0 to 1
  int64_t running_ms = 0;
};

// A measurement of growth that goes on between requests.
struct GrowthRun {
  uint32_t rounds_done = 0;
  uint32_t rounds = 0;
  std::optional<int64_t> every_ms;  // none: from one collection to the next
  std::string output;               // where the answer will go; empty: the log
};

// The engine that capture=auto takes.
struct AutoEngine {
  std::string engine;  // "fork", "follow"
  std::string reason;  // why it is not fork; else empty
  bool tried = false;  // else the first capture may still find a reason against fork
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
  bool stopped = false;  // nothing asks for a dump until the next `start`
  int64_t retained_delay_ms = 0;
  AutoEngine auto_engine;
  std::optional<RunningWork> running;
  std::optional<GrowthRun> growth;
};

struct WasteSection {
  Waste waste;
  PathGroups groups;  // that its rows refer to
};

// A snapshot that was written.
struct SnapshotFile {
  std::string path;
  uint64_t bytes = 0;
  double write_ms = 0;
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
  std::vector<LeakGroup> leak_groups;  // of the findings; empty if they are told one by one
  std::optional<std::vector<PathToObject>> paths;
  std::optional<MergedSection> merged;
  std::optional<ProfileTree> profile;
  std::optional<ObjectSize> size;
  std::optional<RetainedSet> retained;  // of the same as `size`, by strong references
  std::optional<SizeDelta> delta;
  std::optional<Histogram> histogram;
  std::optional<DominatorReport> dominators;
  std::optional<SuspectReport> suspects;
  std::optional<GrowthReport> growth;
  std::optional<PathTree> path_tree;
  std::optional<ThreadReport> threads;
  std::optional<WasteSection> waste;
  std::optional<SnapshotFile> snapshot;
  std::optional<HeapDiff> diff;
  std::optional<AgentStatus> status;
};

struct RenderOptions {
  uint32_t top = 30;          // rows of a histogram; children shown of a profile entry; paths
  uint32_t depth = 6;         // levels of a profile tree
  double min_percent = 1;     // profile entries lighter than this part of the root are summed up
  uint64_t min_retained = 0;  // bytes: rows that retain less are left out
  // Many sections in one document: threads, the lists of waste and watched objects told one by one
  // are cut short in JSON, however large the heap is.
  bool bounded = false;
};

std::string Render(const Report& report, Format format, const RenderOptions& options);

}  // namespace taproot
