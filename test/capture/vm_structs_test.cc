#include "capture/vm_structs.h"

#include "capture/fork/vm_layout.h"
#include "capture/vm_flags.h"
#include "support/catch.h"

namespace taproot {
namespace {

TEST_CASE("a process without HotSpot has none of its tables", "[fork]") {
  const VmStructs& vm = VmStructs::OfThisProcess();
  CHECK_FALSE(vm.present());
  CHECK_FALSE(vm.Offset("Klass", "_name").has_value());
  CHECK_FALSE(vm.AddressOf("Universe", "_collectedHeap").has_value());
  CHECK_FALSE(vm.SizeOf("InstanceKlass").has_value());
  CHECK_FALSE(vm.Constant("InstanceKlass::linked").has_value());
  CHECK_FALSE(VmFlag("UseG1GC").has_value());
  CHECK(CollectorName().empty());
}

TEST_CASE("the engine that forks says that it needs HotSpot", "[fork]") {
  const absl::StatusOr<VmLayout> layout = ReadVmLayout(17);
  REQUIRE_FALSE(layout.ok());
  CHECK(absl::IsUnavailable(layout.status()));
  CHECK(layout.status().message() == "this JVM is not HotSpot");
}

}  // namespace
}  // namespace taproot
