// The control groups that this process is in.
#pragma once

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"

namespace taproot {

// Visits the folder of each group whose limits on `controller` ("cpu", "memory") hold for this
// process, from its own up to the top. Folders that are not there may be among them. `root` stands
// for "/".
void ForEachControlGroup(const std::string& root, std::string_view controller,
                         absl::FunctionRef<void(const std::string& folder, bool version_2)> visit);

}  // namespace taproot
