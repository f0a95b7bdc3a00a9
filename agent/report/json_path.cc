#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "report/frame_words.h"
#include "report/json_sections.h"
#include "report/verdict_words.h"
#include "report/words.h"

namespace taproot {
namespace {

Json OfThread(const JavaThread& thread) {
  return {{"name", thread.name},
          {"id", thread.tid},
          {"daemon", thread.is_daemon},
          {"virtual", thread.is_virtual}};
}

Json OfFrame(const JavaMethod& method, const Root& root) {
  Json frame = {{"class", method.class_name},
                {"method", method.name},
                {"signature", method.signature},
                {"file", method.source_file}};
  if (root.line >= 0) frame["line"] = root.line;
  if (root.depth >= 0) frame["depth"] = root.depth;
  return frame;
}

void AddStackLocal(const Root& root, const RootDescription& description, Json& json) {
  if (root.slot >= 0) json["slot"] = root.slot;
  if (root.bci >= 0) json["bci"] = root.bci;
  if (!description.local.empty()) json["local"] = description.local;
  if (description.live) json["live"] = *description.live;
}

Json OfRoot(const HeapGraph& graph, const Root& root, const RootDescription& description) {
  Json json = {{"kind", description.kind}, {"text", description.text}};
  ClassId klass = description.field ? description.field->klass : ClassId();
  if (root.kind == RootKind::kSystemClass) klass = graph.mirrored_class(root.node);
  if (klass.valid()) {
    json["class"] = graph.java_class(klass).name;
    if (description.field) json["field"] = FieldName(graph, *description.field);
    json["loader"] = graph.java_class(klass).loader_name;
  }
  if (root.thread.valid()) json["thread"] = OfThread(graph.thread(root.thread));
  if (root.method.valid()) json["frame"] = OfFrame(graph.method(root.method), root);
  if (root.kind == RootKind::kStackLocal) AddStackLocal(root, description, json);
  return json;
}

Json OfReference(const HeapGraph& graph, const ReferenceDescription& reference, bool repeated) {
  Json json = {{"kind", ReferenceKindWord(reference.kind)}};
  if (reference.owner.valid()) json["owner"] = graph.java_class(reference.owner).name;
  if (reference.is_field()) {
    json["name"] = reference.name;
  } else if (!repeated) {
    json["index"] = reference.index;
  }
  if (reference.local != nullptr) {
    if (!reference.name.empty()) json["local"] = reference.name;
    const MethodId method = reference.local->method;
    if (method.valid()) json["frame"] = OfFrame(graph.method(method), RootLike(*reference.local));
  }
  if (!reference.key.empty()) json["key"] = reference.key;
  if (reference.strength != Strength::kStrong) json["strength"] = StrengthWord(reference.strength);
  json["text"] = reference.text;
  return json;
}

Json OfStep(const HeapGraph& graph, const StepDescription& step) {
  Json json = {{"class", graph.java_class(step.node).name}, {"object", step.node.value}};
  if (const ClassId mirrored = graph.mirrored_class(step.node); mirrored.valid()) {
    json["mirrors"] = graph.java_class(mirrored).name;
  }
  if (const std::string_view text = graph.text(step.node); !text.empty()) json["text"] = text;
  if (!step.references.empty()) {
    const bool repeated = step.repeat > 1;
    json["reference"] = OfReference(graph, step.references.back(), repeated);
    if (step.references.size() > 1) {
      Json& cycle = json["cycle"] = Json::array();
      for (const auto& each : step.references) cycle.push_back(OfReference(graph, each, repeated));
    }
  }
  json["repeat"] = step.repeat;
  if (step.left_out_before > 0) json["leftOutBefore"] = step.left_out_before;
  return json;
}

Json OfRemark(const Remark& remark) {
  Json json = {{"code", remark.code}, {"text", remark.text}};
  if (remark.step) json["step"] = *remark.step;
  return json;
}

Json OfMark(const StatusMark& mark) {
  Json json = {{"status", StatusWord(mark.status)}, {"text", mark.reason}};
  if (mark.overruled) json["overruled"] = true;
  return json;
}

// A told step stands for all the objects that were folded into it.
void AddStatus(const PathDescription& description, const PathStatus& status, Json& steps,
               Json& path) {
  size_t first = 0;
  auto mark = status.marks.begin();
  Json suspects = Json::object();
  for (size_t at = 0; at < description.steps.size(); ++at) {
    const size_t last = description.steps[at].position;
    steps[at]["status"] = StatusWord(status.StatusOf(last));
    for (; mark != status.marks.end() && mark->step <= last; ++mark) {
      steps[at]["known"].push_back(OfMark(*mark));
    }
    if (last >= status.first_suspect && first <= status.last_suspect) {
      if (suspects.empty()) suspects["first"] = at;
      suspects["last"] = at;
    }
    first = last + 1;
  }
  path["suspects"] = std::move(suspects);
}

}  // namespace

Json JsonOfPath(const HeapGraph& graph, PathDescriber& describer, const RootPath& path,
                const PathStatus* status) {
  const PathDescription description = describer.Describe(path);
  Json steps = Json::array();
  for (const StepDescription& step : description.steps) steps.push_back(OfStep(graph, step));
  Json remarks = Json::array();
  for (const Remark& remark : description.remarks) remarks.push_back(OfRemark(remark));
  Json json = {{"strength", StrengthWord(description.strength)},
               {"length", description.length},
               {"root", OfRoot(graph, graph.root(path.root), description.root)}};
  if (status != nullptr) AddStatus(description, *status, steps, json);
  json["steps"] = std::move(steps);
  json["remarks"] = std::move(remarks);
  return json;
}

}  // namespace taproot
