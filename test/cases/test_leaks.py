"""Leaks from the field where the plain answer is right. Ids are those of the field cases."""
import re

from harness import answers

MIB = 1 << 20
BIG = 16 + 16 + MIB  # a Big and its byte[]: two headers, the array's length, 1 MiB

LIST_ELEMENT = ["ArrayList", "ArrayList.elementData -> Object[]"]
THREAD_LOCAL_ENTRY = [
    "Thread",
    "Thread.threadLocals -> ThreadLocal$ThreadLocalMap",
    "ThreadLocal$ThreadLocalMap.table -> ThreadLocal$ThreadLocalMap$Entry[]",
    "[*] -> ThreadLocal$ThreadLocalMap$Entry",
]
CLASS_LOADER = "(class-loader) -> URLClassLoader"


def test_A01_static_collection_grows(ask):
    answer = ask("A01StaticCollection")
    big = answer.finding("big")
    assert big.verdict == "strongly-reachable"
    big.path.assert_is("static field cases.A01StaticCollection.KEEP", [*LIST_ELEMENT, "[0] -> Big"])
    assert big.path.root["kind"] == "static-field"
    assert big.path.root["class"] == "cases.A01StaticCollection"
    assert big.path.root["field"] == "KEEP"
    assert big.path.root["loader"] == "app"
    assert big.path.strength == "strong"
    assert (big.json["shallowBytes"], big.json["deepBytes"], big.json["objects"]) == (16, BIG, 2)
    assert big.json["collectionsSurvived"] >= 2
    answer.finding("second").path.assert_is("static field cases.A01StaticCollection.KEEP",
                                            [*LIST_ELEMENT, "[1] -> Big"])
    assert answer["watched"]["total"] == answer["watched"]["leaks"] == 2


def test_A02_thread_local_in_a_pool_never_removed(ask):
    big = ask("A02ThreadLocal").finding("big")
    assert big.verdict == "strongly-reachable"
    big.path.assert_is('thread-local cases.A02ThreadLocal.TL of thread "pool-1-thread-1"',
                       [*THREAD_LOCAL_ENTRY, "ThreadLocal$ThreadLocalMap$Entry.value -> Big"])
    root = big.path.root
    assert root["kind"] == "thread-local"
    assert (root["class"], root["field"]) == ("cases.A02ThreadLocal", "TL")
    assert root["thread"]["name"] == "pool-1-thread-1"
    assert not root["thread"]["daemon"] and not root["thread"]["virtual"]
    assert "stale-thread-local" not in big.path.remarks
    assert big.json["deepBytes"] == BIG


def test_A03_thread_local_value_of_a_webapp_class_pins_the_loader(ask):
    loader = ask("A03ThreadLocalPinsLoader").finding("loader")
    assert loader.verdict == "strongly-reachable"
    loader.path.assert_is(
        'thread-local cases.A03ThreadLocalPinsLoader.TL of thread "pool-1-thread-1"',
        [*THREAD_LOCAL_ENTRY, "ThreadLocal$ThreadLocalMap$Entry.value -> W",
         "(class) -> class W", CLASS_LOADER])


def test_A04_context_class_loader_inherited_by_a_library_thread(ask):
    loader = ask("A04ContextClassLoader").finding("loader")
    assert loader.verdict == "strongly-reachable"
    loader.path.assert_is('thread "lib-thread"',
                          ["Thread", "Thread.contextClassLoader -> URLClassLoader"])
    assert '"lib-thread"' in loader.path.remarks["context-class-loader"]


def test_A06_inherited_access_control_context_pins_the_creators_loader(ask, jdk):
    loader = ask("A06InheritedAccessControl").finding("loader")
    if jdk.feature >= 24:
        assert loader.verdict == "collected"
        return
    assert loader.verdict == "strongly-reachable"
    loader.path.assert_is('thread "plain"', [
        "Thread",
        "Thread.inheritedAccessControlContext -> AccessControlContext",
        "AccessControlContext.context -> ProtectionDomain[]",
        "[0] -> ProtectionDomain",
        "ProtectionDomain.classloader -> URLClassLoader"])


def test_A07_jdbc_driver_never_deregistered(ask):
    loader = ask("A07JdbcDriver").finding("loader")
    assert loader.verdict == "strongly-reachable"
    loader.path.assert_is("static field java.sql.DriverManager.registeredDrivers", [
        "CopyOnWriteArrayList",
        "CopyOnWriteArrayList.array -> Object[]",
        "[0] -> DriverInfo",
        "DriverInfo.driver -> D",
        "(class) -> class D",
        CLASS_LOADER])


def test_A08_shutdown_hook_never_removed(ask, jdk):
    big = ask("A08ShutdownHook").finding("big")
    assert big.verdict == "strongly-reachable"
    task = (["Thread.target -> A08ShutdownHook$$Lambda"] if jdk.feature < 21 else
            ["Thread.holder -> Thread$FieldHolder",
             "Thread$FieldHolder.task -> A08ShutdownHook$$Lambda"])
    big.path.assert_is("static field java.lang.ApplicationShutdownHooks.hooks", [
        "IdentityHashMap",
        "IdentityHashMap.table -> Object[]",
        "[*] -> Thread",
        *task,
        "A08ShutdownHook$$Lambda.arg$1 -> Big"])
    assert "captured-value" in big.path.remarks


def test_A09_delete_on_exit_on_a_server(ask):
    name = ask("A09DeleteOnExit").finding("name")
    assert name.verdict == "strongly-reachable"
    name.path.assert_is("static field java.io.DeleteOnExitHook.files", [
        "LinkedHashSet",
        "HashSet.map -> LinkedHashMap",
        "LinkedHashMap.tail -> LinkedHashMap$Entry",
        "HashMap$Node.key -> String"])


def test_A10_timer_never_cancelled(ask):
    big = ask("A10Timer").finding("big")
    assert big.verdict == "strongly-reachable"
    big.path.assert_is('thread "my-timer"', [
        "TimerThread",
        "TimerThread.queue -> TaskQueue",
        "TaskQueue.queue -> TimerTask[]",
        "[1] -> A10Timer$1",
        "A10Timer$1.val$b -> Big"])


def test_A11_cancelled_tasks_pile_up_but_not_what_they_captured(play):
    folder = play("A11CancelledTasks")
    answer = answers.Answer(answers.read(folder / "answer.json"))
    assert answer.verdicts() == {"payload": "collected", "task": "strongly-reachable"}
    task = answer.finding("task")
    assert task.path.root["text"] == "static field cases.A11CancelledTasks.EXECUTOR"
    assert task.path.steps[1:3] == [
        "ThreadPoolExecutor.workQueue -> ScheduledThreadPoolExecutor$DelayedWorkQueue",
        "ScheduledThreadPoolExecutor$DelayedWorkQueue.queue -> RunnableScheduledFuture[]"]
    assert task.path.steps[-1].endswith(" -> ScheduledThreadPoolExecutor$ScheduledFutureTask")
    # Some hundred bytes a task, not a megabyte.
    queue = answers.read(folder / "size-queue.json")["size"]
    assert 100 * 50 < queue["retainedBytes"] < 100 * 300


def test_A13_any_of_with_a_future_that_never_completes_holds_nothing(ask):
    answer = ask("A13AnyOf")
    verdicts = {finding["verdict"] for finding in answer["watched"]["findings"]}
    assert verdicts == {"collected"}
    assert answer["watched"]["collected"] == 150


def test_A15_listener_never_removed(ask):
    window = ask("A15Listener").finding("window")
    assert window.verdict == "strongly-reachable"
    window.path.assert_is("static field cases.A15Listener.PCS", [
        "PropertyChangeSupport",
        "PropertyChangeSupport.map -> PropertyChangeSupport$PropertyChangeListenerMap",
        "ChangeListenerMap.map -> HashMap",
        "HashMap.table -> HashMap$Node[]",
        "[0] -> HashMap$Node",
        "HashMap$Node.value -> PropertyChangeListener[]",
        "[0] -> A15Listener$$Lambda",
        "A15Listener$$Lambda.arg$1 -> A15Listener$Window"])
    assert "cases.A15Listener" in window.path.remarks["captured-value"]
    assert not re.search(r"Lambda\S*/|0x[0-9a-f]{8}", str(window.json)), "an address is printed"


def test_A16_inner_class_holds_its_outer(ask):
    outer = ask("A16InnerClass").finding("outer")
    assert outer.verdict == "strongly-reachable"
    outer.path.assert_is("static field cases.A16InnerClass.KEEP", [
        *LIST_ELEMENT,
        "[0] -> A16InnerClass$Outer$Inner",
        "A16InnerClass$Outer$Inner.this$0 -> A16InnerClass$Outer"])


def test_A17_lambda_captures_this_by_accident(ask):
    outer = ask("A17LambdaCapturesThis").finding("outer")
    assert outer.verdict == "strongly-reachable"
    outer.path.assert_is("static field cases.A17LambdaCapturesThis.KEEP", [
        *LIST_ELEMENT,
        "[0] -> A17LambdaCapturesThis$Outer$$Lambda",
        "A17LambdaCapturesThis$Outer$$Lambda.arg$1 -> A17LambdaCapturesThis$Outer"])
    assert "captured value 1" in outer.path.remarks["captured-value"]


def test_A19_mbean_that_nobody_unregisters(ask):
    foo = ask("A19MBean").finding("foo")
    assert foo.verdict == "strongly-reachable"
    assert foo.path.root["text"] == "static field java.lang.management.ManagementFactory.platformMBeanServer"
    keys = [step["reference"]["key"] for step in foo.path.json["steps"]
            if "key" in step.get("reference", {})]
    assert keys == ['"x"', '"type=Foo"']
    assert foo.path.steps[-1] == "MBeanSupport.resource -> A19MBean$Foo"


def test_A22_stored_stack_trace_pins_a_class_loader(ask):
    loader = ask("A22StoredStackTrace").finding("loader")
    assert loader.verdict == "strongly-reachable"
    loader.path.assert_is("static field cases.A22StoredStackTrace.KEEP", [
        *LIST_ELEMENT,
        "[0] -> RuntimeException",
        "Throwable.backtrace -> Object[]",
        "[2] -> Object[]",
        "[0] -> class W",
        CLASS_LOADER])
    assert "webapp.W" in loader.path.remarks["stored-stack-trace"]


def test_A25_sub_list_keeps_the_big_list(ask):
    answer = ask("A25SubList")
    # Five rows, though it shows one.
    assert 5 * BIG < answer.finding("view").json["retainedBytes"] < 5 * BIG + 200
    row = answer.finding("fifth row")
    assert row.verdict == "strongly-reachable"
    row.path.assert_is("static field cases.A25SubList.KEEP", [
        *LIST_ELEMENT,
        "[0] -> ArrayList$SubList",
        "ArrayList$SubList.root -> ArrayList",
        "ArrayList.elementData -> Object[]",
        "[4] -> Big"])


def test_A26_levels_and_handlers_of_loggers_pin_nothing(ask):
    assert ask("A26Logging").verdicts() == {"loader of level": "collected",
                                            "loader of handler": "collected"}


def test_A29_cleaner_whose_action_captures_its_own_object(ask, jdk):
    resource = ask("A29CleanerCapturesObject").finding("resource")
    assert resource.verdict == "strongly-reachable"
    cleanables = (
        ["CleanerImpl.phantomCleanableList -> CleanerImpl$PhantomCleanableRef",
         "PhantomCleanable.next -> CleanerImpl$PhantomCleanableRef"] if jdk.feature < 25 else
        ["CleanerImpl.activeList -> CleanerImpl$CleanableList",
         "CleanerImpl$CleanableList.head -> CleanerImpl$CleanableList$Node",
         "CleanerImpl$CleanableList$Node.arr -> PhantomCleanable[]",
         "[*] -> CleanerImpl$PhantomCleanableRef"])
    resource.path.assert_is("static field cases.A29CleanerCapturesObject.CLEANER", [
        "Cleaner",
        "Cleaner.impl -> CleanerImpl",
        *cleanables,
        "CleanerImpl$PhantomCleanableRef.action -> A29CleanerCapturesObject$Resource$$Lambda",
        "A29CleanerCapturesObject$Resource$$Lambda.arg$1 -> A29CleanerCapturesObject$Resource"])
    assert "captures the object itself" in " ".join(resource.path.remarks.values())


def test_A31_popped_but_not_nulled_slot_of_an_own_stack(ask):
    answer = ask("A31OwnStack")
    assert answer.verdicts() == {"popped": "strongly-reachable", "removed": "collected",
                                 "polled": "collected"}
    answer.finding("popped").path.assert_is("static field cases.A31OwnStack.KEEP",
                                            ["Object[]", "[0] -> Big"])


def test_A32_jni_global_reference(ask):
    answer = ask("A32JniGlobal")
    assert answer.verdicts() == {"global": "strongly-reachable", "weak global": "collected"}
    path = answer.finding("global").path
    path.assert_is("JNI global", ["Big"])
    assert path.root["kind"] == "jni-global" and path.length == 0
    # Nobody can know which native code it was, and the report says so.
    assert any("native code" in text for text in path.remarks.values())


def test_A33_jni_local_in_a_thread_blocked_in_native_code(ask):
    big = ask("A33JniLocal").finding("big")
    assert big.verdict == "strongly-reachable"
    big.path.assert_is('JNI local in cases.Native.holdLocal of thread "in native"', ["Big"])
    root = big.path.root
    assert root["kind"] == "jni-local"
    assert root["thread"]["name"] == "in native" and root["thread"]["daemon"]
    assert root["frame"]["class"] == "cases.Native" and root["frame"]["method"] == "holdLocal"
    assert root["frame"]["depth"] == 0
    assert "slot" not in root and "bci" not in root and "line" not in root["frame"]


def test_A34_http_client_lives_as_long_as_it_is_held(ask):
    answer = ask("A34HttpClient")
    assert answer.verdicts() == {"kept": "strongly-reachable", "dropped": "collected"}
    answer.finding("kept").path.assert_is("static field cases.A34HttpClient.KEEP",
                                          [*LIST_ELEMENT, "[0] -> HttpClientFacade"])
