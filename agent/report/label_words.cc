#include "report/label_words.h"

#include "absl/strings/str_cat.h"
#include "report/words.h"

namespace taproot {

std::string LabelWords(const PathLabel& label) {
  const std::string owner = label.owner.empty() ? "" : absl::StrCat(SimpleName(label.owner), ".");
  return absl::StrCat(owner, label.name, " -> ", WithoutPackage(label.class_name));
}

}  // namespace taproot
