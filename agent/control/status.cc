#include "control/status.h"

#include <utility>

#include "capture/vm_description.h"
#include "query/format_choice.h"

namespace taproot {
namespace {

constexpr uint32_t kStandingEnvironments = 2;

// Names of the capabilities in `held`. The bits of jvmtiCapabilities can only be named one by one.
void AppendNames(const jvmtiCapabilities& held, std::vector<std::string>& names) {
  auto add = [&](unsigned bit, const char* name) {
    if (bit == 0) return;
    for (const std::string& known : names) {
      if (known == name) return;
    }
    names.emplace_back(name);
  };
#define TAPROOT_CAPABILITY(name) add(held.name, #name)
  TAPROOT_CAPABILITY(can_tag_objects);
  TAPROOT_CAPABILITY(can_generate_field_modification_events);
  TAPROOT_CAPABILITY(can_generate_field_access_events);
  TAPROOT_CAPABILITY(can_get_bytecodes);
  TAPROOT_CAPABILITY(can_get_synthetic_attribute);
  TAPROOT_CAPABILITY(can_get_owned_monitor_info);
  TAPROOT_CAPABILITY(can_get_current_contended_monitor);
  TAPROOT_CAPABILITY(can_get_monitor_info);
  TAPROOT_CAPABILITY(can_pop_frame);
  TAPROOT_CAPABILITY(can_redefine_classes);
  TAPROOT_CAPABILITY(can_signal_thread);
  TAPROOT_CAPABILITY(can_get_source_file_name);
  TAPROOT_CAPABILITY(can_get_line_numbers);
  TAPROOT_CAPABILITY(can_get_source_debug_extension);
  TAPROOT_CAPABILITY(can_access_local_variables);
  TAPROOT_CAPABILITY(can_maintain_original_method_order);
  TAPROOT_CAPABILITY(can_generate_single_step_events);
  TAPROOT_CAPABILITY(can_generate_exception_events);
  TAPROOT_CAPABILITY(can_generate_frame_pop_events);
  TAPROOT_CAPABILITY(can_generate_breakpoint_events);
  TAPROOT_CAPABILITY(can_suspend);
  TAPROOT_CAPABILITY(can_redefine_any_class);
  TAPROOT_CAPABILITY(can_get_current_thread_cpu_time);
  TAPROOT_CAPABILITY(can_get_thread_cpu_time);
  TAPROOT_CAPABILITY(can_generate_method_entry_events);
  TAPROOT_CAPABILITY(can_generate_method_exit_events);
  TAPROOT_CAPABILITY(can_generate_all_class_hook_events);
  TAPROOT_CAPABILITY(can_generate_compiled_method_load_events);
  TAPROOT_CAPABILITY(can_generate_monitor_events);
  TAPROOT_CAPABILITY(can_generate_vm_object_alloc_events);
  TAPROOT_CAPABILITY(can_generate_native_method_bind_events);
  TAPROOT_CAPABILITY(can_generate_garbage_collection_events);
  TAPROOT_CAPABILITY(can_generate_object_free_events);
  TAPROOT_CAPABILITY(can_force_early_return);
  TAPROOT_CAPABILITY(can_get_owned_monitor_stack_depth_info);
  TAPROOT_CAPABILITY(can_get_constant_pool);
  TAPROOT_CAPABILITY(can_set_native_method_prefix);
  TAPROOT_CAPABILITY(can_retransform_classes);
  TAPROOT_CAPABILITY(can_retransform_any_class);
  TAPROOT_CAPABILITY(can_generate_resource_exhaustion_heap_events);
  TAPROOT_CAPABILITY(can_generate_resource_exhaustion_threads_events);
  TAPROOT_CAPABILITY(can_generate_early_vmstart);
  TAPROOT_CAPABILITY(can_generate_early_class_hook_events);
  TAPROOT_CAPABILITY(can_generate_sampled_object_alloc_events);
#undef TAPROOT_CAPABILITY
}

}  // namespace

absl::StatusOr<std::string> DescribeStatus(const AgentSettings& settings, AgentActivity activity,
                                           WatchRegistry& registry, jvmtiEnv* events, JNIEnv* jni,
                                           const Command& command, std::string subject) {
  AgentStatus status;
  status.library = settings.library;
  for (jvmtiEnv* jvmti : {events, registry.jvmti()}) {
    jvmtiCapabilities held = {};
    absl::Status s = JvmtiStatus(jvmti->GetCapabilities(&held), "GetCapabilities");
    if (!s.ok()) return s;
    AppendNames(held, status.capabilities);
  }
  status.capture_environments = JvmtiEnvironment::live_count() - kStandingEnvironments;
  status.watched = registry.living_count();
  status.collected = registry.collected_count();
  status.watch_patterns = settings.start.watch;
  status.stopped = settings.stopped;
  if (!settings.stopped) status.signal = settings.start.signal;
  status.dump_at_exit = settings.start.dump_at_exit;
  status.retained_delay_ms = settings.start.retained_delay_ms.value_or(kDefaultRetainedDelayMs);
  const VmInfo vm = DescribeVm(events, jni);
  status.auto_engine = activity.fork_support->Describe(vm.feature_version);
  status.running = std::move(activity.running);
  status.growth = std::move(activity.growth);
  Report report;
  report.verb = VerbName(command.verb);
  report.subject = std::move(subject);
  report.vm = vm;
  report.status = std::move(status);
  return Render(report, FormatOf(command), command.render);
}

}  // namespace taproot
