// Metrics in the text exposition format of Prometheus, one family after the other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace taproot {

using MetricLabels = std::vector<std::pair<std::string_view, std::string>>;

class Metrics {
 public:
  // These stand before the labels of every sample.
  explicit Metrics(MetricLabels common) : common_(std::move(common)) {}

  // Samples that follow are of this gauge. A family without samples is not written.
  void Begin(std::string_view name, std::string_view help);
  // What has the same labels is one sample: the values are added, for two of a kind are an error.
  void Add(const MetricLabels& labels, double value);

  std::string Take() &&;

 private:
  void WriteFamily();
  std::string LabelsText(const MetricLabels& labels) const;

  const MetricLabels common_;
  std::string out_;
  std::string name_;
  std::string help_;
  std::vector<std::pair<std::string, double>> samples_;  // by labels, as they came
  std::map<std::string, size_t> place_;
};

}  // namespace taproot
