// What is known of references that explain nothing, and of libraries that hold what they should
// not.
//
// A library leaks where it keeps an object of the application that the application could not know
// to be kept, or could not take back. What the application itself has registered, and forgot to
// deregister, is the application's leak: a JDBC driver in DriverManager, an MBean, a shutdown hook,
// a logging handler, an executor it never shuts down. None of those is in here.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "taproot/reference_rules.h"

namespace taproot {
namespace {

using std::string_view;

struct FieldRow {
  string_view class_name;
  string_view field;
  string_view sentence;
};

struct ThreadRow {
  string_view thread;
  string_view sentence;
};

// Links that the JVM and the JDK keep between objects, whoever they belong to: they lead everywhere
// and say nothing. (ClassLoader.classes is not among them: it is how a loader that can go keeps the
// static fields of its classes.)
constexpr FieldRow kPlumbingFields[] = {
    {"java.lang.ref.Finalizer", "next", "every object with a finalizer is in one list"},
    {"java.lang.ref.Finalizer", "prev", "every object with a finalizer is in one list"},
    {"java.lang.ClassLoader", "parallelLockMap", "locks that a class loader keeps by class name"},
    {"java.lang.ClassLoader", "packages", "a class loader lists the packages it has defined"},
    {"java.lang.ThreadGroup", "threads", "a thread group lists its threads"},
    {"java.lang.ThreadGroup", "groups", "a thread group lists the groups below it"},
};

constexpr FieldRow kPlumbingStatics[] = {
    {"java.lang.ref.Finalizer", "unfinalized", "every object with a finalizer is in one list"},
    {"sun.launcher.LauncherHelper", "appClass", "the launcher remembers the main class"},
};

// Threads of the JDK that look at any object for a moment.
constexpr ThreadRow kPlumbingThreads[] = {
    {"Finalizer", "the thread runs the finalizers of objects one by one"},
    {"Reference Handler", "the thread hands references on to their queues"},
};

constexpr string_view kAwt = "AWT keeps the context class loader of the thread that first used it";
constexpr string_view kFocus =
    "AWT remembers where the keyboard focus was, also of a window that is closed";
constexpr string_view kInput = "AWT remembers who took input last, also of a window that is closed";
constexpr string_view kBeanInfo =
    "the Introspector caches what it found out about a class until flushCaches() is called";

constexpr FieldRow kLeakyFields[] = {
    {"sun.awt.AppContext", "contextClassLoader", kAwt},
    {"java.awt.EventQueue", "classLoader", kAwt},
    {"java.beans.ThreadGroupContext", "beanInfoCache", kBeanInfo},
    {"sun.net.www.http.KeepAliveKey", "obj",
     "HttpURLConnection keeps the socket factory of a connection while that is kept alive"},
    {"com.fasterxml.jackson.databind.type.TypeFactory", "_typeCache",
     "Jackson caches the types it has resolved, and so their classes"},
    {"org.apache.juli.ClassLoaderLogManager", "classLoaderLoggers",
     "Tomcat's log manager keeps the loggers of a web application by its class loader"},
};

constexpr FieldRow kLeakyStatics[] = {
    {"java.awt.KeyboardFocusManager", "focusOwner", kFocus},
    {"java.awt.KeyboardFocusManager", "permanentFocusOwner", kFocus},
    {"java.awt.KeyboardFocusManager", "focusedWindow", kFocus},
    {"java.awt.KeyboardFocusManager", "activeWindow", kFocus},
    {"java.awt.KeyboardFocusManager", "currentFocusCycleRoot", kFocus},
    {"java.awt.KeyboardFocusManager", "newFocusOwner", kFocus},
    {"sun.awt.im.InputContext", "inputMethodWindowContext", kInput},
    {"sun.awt.im.InputContext", "previousInputMethod", kInput},
    {"sun.awt.im.CompositionAreaHandler", "compositionAreaOwner", kInput},
    {"javax.security.auth.login.Configuration", "configuration",
     "JAAS keeps the configuration that it loaded by the context class loader of its first user"},
    {"com.sun.org.apache.xerces.internal.parsers.AbstractDOMParser$Abort", "INSTANCE",
     "the XML parser keeps one exception, whose stack trace holds the classes of its first user"},
    {"org.apache.commons.logging.LogFactory", "factories",
     "commons-logging keeps a factory for each context class loader that ever logged"},
    {"org.apache.commons.logging.LogFactory", "nullClassLoaderFactory",
     "commons-logging keeps a factory for threads without a context class loader"},
};

struct ThreadFieldRow {
  string_view thread;
  string_view field;
  int max_feature;
  string_view sentence;
};

constexpr string_view kDelayer =
    "the timer thread of CompletableFuture keeps the context of whoever used a timeout first";
constexpr string_view kReaper =
    "the JDK's thread that waits for a process keeps the context of whoever started the process";
constexpr string_view kPreferences =
    "the event thread of java.util.prefs keeps the context of whoever added the first listener";

// Fields of java.lang.Thread that a thread took over from whoever happened to start it. The thread
// belongs to the JDK, which could have left them empty, and later did.
constexpr ThreadFieldRow kLeakyThreadFields[] = {
    {"CompletableFutureDelayScheduler", "contextClassLoader", 0, kDelayer},
    {"CompletableFutureDelayScheduler", "inheritedAccessControlContext", 23, kDelayer},
    {"process reaper", "contextClassLoader", 0, kReaper},
    {"process reaper", "inheritedAccessControlContext", 23, kReaper},
    {"Event Dispatch Thread", "contextClassLoader", 0, kPreferences},
    {"Event Dispatch Thread", "inheritedAccessControlContext", 23, kPreferences},
    {"AWT-EventQueue-*", "contextClassLoader", 0, kAwt},
    {"AWT-EventQueue-*", "inheritedAccessControlContext", 23, kAwt},
};

// Threads that a library starts by itself and that no call of the application has asked for.
constexpr ThreadRow kLeakyThreads[] = {
    {"mysql-cj-abandoned-connection-cleanup",
     "MySQL's driver starts a thread when its class is loaded, and leaves it running"},
    {"Abandoned connection cleanup thread",
     "MySQL's driver starts a thread when its class is loaded, and leaves it running"},
    {"OracleTimeoutPollingThread",
     "Oracle's driver starts a thread for timeouts of statements, and never ends it"},
    {"oracle.jdbc.driver.BlockSource.ThreadedCachingBlockSource.BlockReleaser",
     "Oracle's driver starts a thread that releases buffers, and never ends it"},
    {"mssql-jdbc-TimeoutPoller",
     "SQL Server's driver starts a thread for timeouts of statements, and never ends it"},
    {"PostgreSQL-JDBC-Cleaner",
     "PostgreSQL's driver starts a thread that looks for lost connections, and ends it late"},
    {"globalEventExecutor-*",
     "Netty's GlobalEventExecutor runs in a thread of its own, which ends once it has no work"},
    {"threadDeathWatcher-*",
     "Netty's ThreadDeathWatcher runs in a thread of its own, which ends once it has no work"},
    {"ObjectCleanerThread",
     "Netty's ObjectCleaner runs in a thread of its own, which ends once it has no work"},
    {"com.google.common.base.internal.Finalizer",
     "Guava's FinalizableReferenceQueue runs in a thread of its own, which ends late"},
    {"Okio Watchdog", "Okio waits for timeouts in a thread of its own, which ends late"},
};

constexpr string_view kNettyNative =
    "Netty's native transport holds its classes by JNI, and so their loader, until the JVM ends";

constexpr FieldRow kLeakyGlobals[] = {
    {"io.netty.channel.unix.DatagramSocketAddress", "", kNettyNative},
    {"io.netty.channel.unix.DomainDatagramSocketAddress", "", kNettyNative},
};

class List {
 public:
  template <typename Rows>
  void AddFields(RulePlace place, bool library_leak, const Rows& rows) {
    for (const FieldRow& row : rows) {
      rules_.push_back({.effect = RuleEffect::kLastResort,
                        .place = place,
                        .class_name = std::string(row.class_name),
                        .field = std::string(row.field),
                        .library_leak = library_leak,
                        .sentence = std::string(row.sentence)});
    }
  }

  void AddThread(RulePlace place, string_view thread, bool library_leak, string_view sentence) {
    rules_.push_back({.effect = RuleEffect::kLastResort,
                      .place = place,
                      .thread = std::string(thread),
                      .library_leak = library_leak,
                      .sentence = std::string(sentence)});
  }

  void AddThreadField(const ThreadFieldRow& row) {
    rules_.push_back({.effect = RuleEffect::kLastResort,
                      .place = RulePlace::kInstanceField,
                      .class_name = "java.lang.Thread",
                      .field = std::string(row.field),
                      .thread = std::string(row.thread),
                      .library_leak = true,
                      .sentence = std::string(row.sentence),
                      .max_feature = row.max_feature});
  }

  std::vector<ReferenceRule> Take() && { return std::move(rules_); }

 private:
  std::vector<ReferenceRule> rules_;
};

std::vector<ReferenceRule> MakeRules() {
  List list;
  list.AddFields(RulePlace::kInstanceField, false, kPlumbingFields);
  list.AddFields(RulePlace::kStaticField, false, kPlumbingStatics);
  for (const ThreadRow& row : kPlumbingThreads) {
    list.AddThread(RulePlace::kThreadLocals, row.thread, false, row.sentence);
  }
  list.AddFields(RulePlace::kInstanceField, true, kLeakyFields);
  list.AddFields(RulePlace::kStaticField, true, kLeakyStatics);
  list.AddFields(RulePlace::kJniGlobal, true, kLeakyGlobals);
  for (const ThreadFieldRow& row : kLeakyThreadFields) list.AddThreadField(row);
  for (const ThreadRow& row : kLeakyThreads) {
    list.AddThread(RulePlace::kThread, row.thread, true, row.sentence);
    list.AddThread(RulePlace::kThreadLocals, row.thread, true, row.sentence);
  }
  return std::move(list).Take();
}

}  // namespace

const ReferenceRules& ReferenceRules::Builtin() {
  static const ReferenceRules rules(MakeRules());
  return rules;
}

}  // namespace taproot
