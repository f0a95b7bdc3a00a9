#include "report/metrics.h"

#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace taproot {
namespace {

std::string Escaped(std::string_view value) {
  return absl::StrReplaceAll(value, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}});
}

// Whole numbers in full, so that bytes are exact.
std::string NumberText(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::trunc(value) == value && std::fabs(value) <= kExact) {
    return absl::StrCat(static_cast<int64_t>(value));
  }
  return absl::StrFormat("%.*g", std::numeric_limits<double>::digits10, value);
}

}  // namespace

void Metrics::Begin(std::string_view name, std::string_view help) {
  WriteFamily();
  name_ = absl::StrCat("taproot_", name);
  help_ = help;
}

void Metrics::Add(const MetricLabels& labels, double value) {
  std::string text = LabelsText(labels);
  const auto [at, is_new] = place_.emplace(text, samples_.size());
  if (is_new) {
    samples_.emplace_back(std::move(text), value);
  } else {
    samples_[at->second].second += value;
  }
}

std::string Metrics::Take() && {
  WriteFamily();
  return std::move(out_);
}

void Metrics::WriteFamily() {
  if (!samples_.empty()) {
    absl::StrAppend(&out_, "# HELP ", name_, " ", help_, "\n# TYPE ", name_, " gauge\n");
  }
  for (const auto& [labels, value] : samples_) {
    absl::StrAppend(&out_, name_, labels, " ", NumberText(value), "\n");
  }
  samples_.clear();
  place_.clear();
}

std::string Metrics::LabelsText(const MetricLabels& labels) const {
  std::string text;
  const auto append = [&](const MetricLabels& some) {
    for (const auto& [name, value] : some) {
      absl::StrAppend(&text, text.empty() ? "{" : ",", name, "=\"", Escaped(value), "\"");
    }
  };
  append(common_);
  append(labels);
  return text.empty() ? "" : text + "}";
}

}  // namespace taproot
