#include "control/agent.h"

#include <dlfcn.h>
#include <malloc.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "control/agent_thread.h"
#include "control/guard.h"
#include "control/log.h"
#include "control/output_file.h"
#include "control/request.h"
#include "control/status.h"
#include "query/format_choice.h"
#include "query/signal_choice.h"

namespace taproot {
namespace {

constexpr const char* kLibraryProperty = "org.taproot.library";
constexpr std::string_view kDefaultDump = "taproot-%p-%t.";

constexpr std::chrono::seconds kLongestWaitAtExit{10};
constexpr std::chrono::minutes kLongestWait{10};

constexpr std::chrono::milliseconds kBetweenLooksAtGrowth{100};
constexpr std::chrono::milliseconds kBetweenLooksAtWork{1000};

std::atomic<Agent*> the_agent{nullptr};

// The file this code was loaded from; empty if unknown.
std::string LibraryPath() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&LibraryPath), &info) == 0 || info.dli_fname == nullptr) {
    return "";
  }
  char* resolved = realpath(info.dli_fname, nullptr);
  std::string path = resolved == nullptr ? info.dli_fname : resolved;
  std::free(resolved);
  return path;
}

void SetSystemProperty(JNIEnv* jni, const char* name, const std::string& value) {
  LocalFrame frame(jni, 8);
  absl::StatusOr<jclass> system = FindBootClass(jni, "java/lang/System");
  if (!frame.ok() || !system.ok()) return;
  jmethodID set = jni->GetStaticMethodID(
      *system, "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;");
  jstring key = jni->NewStringUTF(name);
  jstring text = jni->NewStringUTF(value.c_str());
  if (set != nullptr && key != nullptr && text != nullptr) {
    jni->CallStaticObjectMethod(*system, set, key, text);
  }
  if (absl::Status status = TakeException(jni, "System.setProperty"); !status.ok()) {
    LogError(status.message());
  }
}

void OnSignal(int) { AgentThread::Wake(AgentThread::kDump); }

absl::Status InstallSignal(std::string_view name) {
  absl::StatusOr<SignalChoice> choice = ChooseSignal(name);
  if (!choice.ok()) return choice.status();
  struct sigaction before = {};
  if (sigaction(choice->number, nullptr, &before) != 0) {
    return absl::InvalidArgumentError(absl::StrCat("signal ", name, " cannot be caught"));
  }
  const bool handles_info = (before.sa_flags & SA_SIGINFO) != 0;
  if (!handles_info && before.sa_handler == &OnSignal) return absl::OkStatus();
  if (handles_info || (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)) {
    return absl::FailedPreconditionError(
        absl::StrCat("signal ", name, " is taken by the application; choose another"));
  }
  struct sigaction ours = {};
  ours.sa_handler = &OnSignal;
  ours.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  if (sigaction(choice->number, &ours, nullptr) != 0) {
    return absl::InternalError(absl::StrCat("signal ", name, " could not be taken"));
  }
  return absl::OkStatus();
}

}  // namespace

Agent* Agent::Existing() { return the_agent.load(); }

absl::StatusOr<Agent*> Agent::Obtain(JavaVM* vm) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (Agent* existing = the_agent.load()) return existing;
  if (absl::Status s = AgentThread::Open(); !s.ok()) return s;
  absl::StatusOr<JvmtiEnvironment> events = JvmtiEnvironment::Create(vm);
  if (!events.ok()) return events.status();
  absl::StatusOr<std::unique_ptr<WatchRegistry>> registry = WatchRegistry::Create(
      vm, +[] { AgentThread::Wake(AgentThread::kCollection); });
  if (!registry.ok()) return registry.status();
  std::unique_ptr<Agent> agent(new Agent(vm, *std::move(events), *std::move(registry)));
  // Events find the agent through this; the VM may send them as soon as they are enabled.
  the_agent.store(agent.get());
  absl::Status status = agent->EnableEvents();
  jvmtiPhase phase = JVMTI_PHASE_LIVE;
  agent->events_->GetPhase(&phase);
  if (status.ok() && phase == JVMTI_PHASE_LIVE) {
    void* jni = nullptr;
    status = vm->GetEnv(&jni, JNI_VERSION_9) == JNI_OK
                 ? agent->BecomeLive(static_cast<JNIEnv*>(jni))
                 : absl::InternalError("this thread is not attached to the JVM");
  }
  if (!status.ok()) the_agent.store(nullptr);
  // Not even a failed one is destroyed: an event may have found it already.
  Agent* made = agent.release();
  if (!status.ok()) return status;
  return made;
}

absl::Status Agent::EnableEvents() {
  jvmtiEventCallbacks callbacks = {};
  callbacks.VMInit = &OnVmInit;
  callbacks.VMDeath = &OnVmDeath;
  callbacks.DataDumpRequest = &OnDataDumpRequest;
  absl::Status status =
      JvmtiStatus(events_->SetEventCallbacks(&callbacks, sizeof callbacks), "SetEventCallbacks");
  for (jvmtiEvent event :
       {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_DATA_DUMP_REQUEST}) {
    if (!status.ok()) return status;
    status = JvmtiStatus(events_->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr),
                         "SetEventNotificationMode");
  }
  return status;
}

void Agent::OnVmInit(jvmtiEnv*, JNIEnv* jni, jthread) {
  Agent* agent = Existing();
  if (agent == nullptr) return;
  Guarded([&] {
    if (absl::Status status = agent->BecomeLive(jni); !status.ok()) LogError(status.message());
  });
}

absl::Status Agent::BecomeLive(JNIEnv* jni) {
  if (live_.exchange(true)) return absl::OkStatus();
  const std::string path = LibraryPath();
  const std::string other = JavaProperty(jni, kLibraryProperty);
  if (other.empty() && !path.empty()) SetSystemProperty(jni, kLibraryProperty, path);
  {
    std::lock_guard lock(settings_mutex_);
    settings_.library = path;
    if (other != path) settings_.other_library = other;
  }
  return AgentThread::Start(events_.get(), jni, [this](JNIEnv* thread_jni, uint32_t happened) {
    return HandleEvents(thread_jni, happened);
  });
}

// HotSpot stops the threads of its concurrent collectors before it posts VMDeath: whoever forces a
// collection from here on waits for ever. So the dump at exit collects nothing, and it does not
// wait for long for a request that may be stuck in just that.
void Agent::OnVmDeath(jvmtiEnv*, JNIEnv* jni) {
  Agent* agent = Existing();
  if (agent == nullptr) return;
  agent->ending_ = true;
  AgentThread::Wake(AgentThread::kStop);
  Guarded([&] {
    if (agent->Settings().start.dump_at_exit) agent->WriteDump(jni);
  });
}

void Agent::OnDataDumpRequest(jvmtiEnv*) { AgentThread::Wake(AgentThread::kDump); }

// What lasts is told of in the log now and then.
std::optional<std::chrono::milliseconds> Agent::HandleEvents(JNIEnv* jni, uint32_t events) {
  if ((events & AgentThread::kCollection) != 0) registry_->NoticeReportedDeaths();
  const LocalFrame frame(jni, 16);  // this thread never returns to Java, which would free them
  if ((events & AgentThread::kDump) != 0) WriteDump(jni);
  LookAfterGrowth(jni);
  const std::optional<RunningWork> work = work_.Look();
  const std::optional<RunningWork> told = work_.is_followed() ? std::nullopt : work;
  if (const std::optional<std::string> line = progress_log_.LineFor(told)) LogInfo(*line);
  if (growth() != nullptr) return kBetweenLooksAtGrowth;
  if (work) return kBetweenLooksAtWork;
  return std::nullopt;
}

AgentSettings Agent::Settings() {
  std::lock_guard lock(settings_mutex_);
  return settings_;
}

void Agent::WriteDump(JNIEnv* jni) {
  const AgentSettings settings = Settings();
  if (settings.stopped) return;
  Command command = settings.start;
  command.verb = Verb::kDump;
  if (command.output.empty()) {
    command.output = absl::StrCat(kDefaultDump, FormatSuffix(FormatOf(command)));
  }
  if (absl::Status status = ExecuteToOutput(jni, command); !status.ok()) {
    LogError(absl::StrCat("no dump: ", status.message()));
  }
}

absl::Status Agent::Configure(const Command& command) {
  if (!command.log.empty()) {
    if (absl::Status s = LogToFile(ExpandOutputName(command.log)); !s.ok()) return s;
  }
  if (!command.output.empty()) {
    if (absl::Status s = CheckWritable(ExpandOutputName(command.output)); !s.ok()) return s;
  }
  if (!command.signal.empty()) {
    if (absl::Status s = InstallSignal(command.signal); !s.ok()) return s;
  }
  std::lock_guard lock(settings_mutex_);
  const std::string signal = settings_.start.signal;
  settings_.start = command;
  settings_.start.reply.clear();  // of this one request
  settings_.stopped = false;
  // A handler once installed stays: without it the signal would end the application.
  if (command.signal.empty()) settings_.start.signal = signal;
  return absl::OkStatus();
}

AgentActivity Agent::Activity() {
  AgentActivity activity{.fork_support = &fork_support_, .running = work_.Look()};
  if (const std::shared_ptr<GrowthMeasurement> growth = this->growth()) {
    activity.growth = growth->Describe();
  }
  return activity;
}

absl::StatusOr<Answer> Agent::Execute(JNIEnv* jni, const Command& command, jobjectArray inputs,
                                      RequestHandle* handle) {
  const bool about_inputs =
      command.verb == Verb::kProfile || command.verb == Verb::kSize || command.verb == Verb::kPaths;
  if (!about_inputs && inputs != nullptr && jni->GetArrayLength(inputs) > 0) {
    return absl::InvalidArgumentError(absl::StrCat(VerbName(command.verb), " takes no objects"));
  }
  switch (command.verb) {
    case Verb::kStart:
      if (absl::Status s = Configure(command); !s.ok()) return s;
      [[fallthrough]];
    case Verb::kStatus:
      return WithoutFacts(
          DescribeStatus(Settings(), Activity(), *registry_, events_.get(), jni, command));
    case Verb::kCancel:
      return WithoutFacts(Cancel(jni, command));
    case Verb::kStop:
      return Stop({.jni = jni, .verb = command.verb, .handle = handle}, command);
    case Verb::kGrowth:
      return WithoutFacts(command.scenario ? GrowthScenario(jni, command, handle)
                                           : GrowWhileCallerWaits(jni, command, handle));
    default:
      break;
  }
  Command expanded = command;
  // The one verb whose analysis writes the file: one that cannot be written is told before the
  // walk.
  if (command.verb == Verb::kSnapshot && !command.output.empty()) {
    expanded.output = ExpandOutputName(command.output);
    if (absl::Status s = CheckWritable(expanded.output); !s.ok()) return s;
  }
  return InTurn({.jni = jni, .verb = command.verb, .inputs = inputs, .handle = handle},
                [&](const RequestContext& context) { return AnswerRequest(expanded, context); });
}

absl::StatusOr<Answer> Agent::InTurn(const Request& request, Work work) {
  const bool wait_briefly = ending_;
  const auto is_cancelled = [&] {
    return request.handle != nullptr && request.handle->cancelled();
  };
  const Turnstile::Passage passage(requests_, wait_briefly ? kLongestWaitAtExit : kLongestWait,
                                   is_cancelled);
  if (is_cancelled()) return absl::CancelledError("cancelled");
  if (!passage.through()) {
    return absl::UnavailableError("another request is still being answered");
  }
  const bool at_exit = ending_;
  if (at_exit && request.verb != Verb::kDump) return absl::UnavailableError("the JVM is ending");
  const AgentSettings settings = Settings();
  CurrentWork::Scope scope(work_, request.verb, request.handle);
  AgentThread::Wake(AgentThread::kWork);
  // The graphs of large heaps leave holes that the C library would keep.
  const absl::Cleanup trim = [] { malloc_trim(0); };
  return work(
      {.vm = vm_,
       .jni = request.jni,
       .registry = registry_.get(),
       .fork_support = &fork_support_,
       .inputs = request.inputs,
       .watch_patterns = settings.start.watch,
       .retained_delay_ms = settings.start.retained_delay_ms.value_or(kDefaultRetainedDelayMs),
       .vm_is_ending = at_exit,
       .other_library = settings.other_library,
       .progress = scope.progress()});
}

absl::Status Agent::ExecuteToOutput(JNIEnv* jni, const Command& command) {
  const bool to_file = !command.output.empty() && command.verb != Verb::kStart;
  const std::string path = to_file ? ExpandOutputName(command.output) : "";
  if (!to_file && FormatOf(command) == Format::kHtml) {
    return absl::InvalidArgumentError("a page is no text for a log: output=FILE says where to");
  }
  if (to_file) {
    // Before the work: nobody should pay for an answer that has nowhere to go.
    if (absl::Status s = CheckWritable(path); !s.ok()) return s;
  }
  if (command.verb == Verb::kGrowth && !command.scenario) return GrowInBackground(command, path);
  const absl::StatusOr<Answer> answer = Execute(jni, command, nullptr);
  if (!answer.ok()) return answer.status();
  // A snapshot is its file; the answer only speaks of it.
  return WriteAnswer(command.verb, command.verb == Verb::kSnapshot ? "" : path, answer->text);
}

absl::Status Agent::WriteAnswer(Verb verb, const std::string& path, const std::string& answer) {
  if (path.empty()) {
    LogText(answer);
    return absl::OkStatus();
  }
  if (absl::Status s = WriteWholeFile(path, answer); !s.ok()) return s;
  LogInfo(absl::StrCat(VerbName(verb), " written to ", path));
  return absl::OkStatus();
}

}  // namespace taproot
