// A report as rows of flat records: what CSV and JSON lines are made of.
//
// Every record of a type has the same columns, whatever the heap: where nothing is known a cell is
// null. docs/schema/taproot-record-1.schema.json describes them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "nlohmann/json.hpp"
#include "report/json_sections.h"
#include "taproot/report.h"

namespace taproot {

using Cells = std::vector<Json>;
using Columns = std::span<const std::string_view>;

class RecordSink {
 public:
  virtual ~RecordSink() = default;
  // The records that follow are of this type; there may be none.
  virtual void Begin(std::string_view type, Columns columns) = 0;
  virtual void Add(const Cells& cells) = 0;  // one a column
};

// What of a report is told.
struct RecordContext {
  const Report& report;
  const RenderOptions& options;
  PathDescriber& describer;
  RecordSink& sink;

  const HeapGraph& graph() const { return *report.graph; }
};

// All records of all sections present. The first type of a section is what it is mainly about.
// The report has a graph.
void TellRecords(const Report& report, const RenderOptions& options, RecordSink& sink);

void TellFindings(const RecordContext& context);
void TellPaths(const RecordContext& context);
void TellTrees(const RecordContext& context);  // of dominators, profiles and merged paths
void TellClasses(const RecordContext& context);
void TellSuspects(const RecordContext& context);
void TellGrowth(const RecordContext& context);
void TellThreads(const RecordContext& context);
void TellWaste(const RecordContext& context);
void TellDiff(const RecordContext& context);

// Where a path begins, and its references in one line; two nulls for no path.
struct PathCells {
  Json root;
  Json path;
};
PathCells CellsOfPath(PathDescriber& describer, const RootPath* path);

}  // namespace taproot
