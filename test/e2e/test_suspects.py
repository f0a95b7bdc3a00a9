"""What looks like a leak, and what piles up, without anything being watched."""
import pytest

from harness import answers

OUTER = "apps.Suspicious"


@pytest.fixture
def suspicious(start):
    program = start(OUTER)
    assert program.wait() == 0, program.stderr
    return program.cwd


def heaviest(folder, name):
    found = answers.read(folder / f"{name}.json")["suspects"]
    assert found["suspects"], (folder / f"{name}.txt").read_text()
    return found["suspects"][0], found["liveBytes"]


def test_the_map_the_queue_the_group_and_the_threads_are_named(suspicious):
    in_map, live = heaviest(suspicious, "map")
    assert in_map["text"] == f"static field {OUTER}$Registry.active"
    assert in_map["retainedBytes"] > live * 0.7
    assert in_map["accumulation"]["container"]["class"] == "java.util.HashMap"
    assert (in_map["content"]["class"], in_map["content"]["objects"]) == (f"{OUTER}$Session", 20_000)
    assert in_map["sentence"].endswith("filled through Registry.active -> HashMap.table[] -> Node.value")
    assert in_map["path"]["steps"][-1]["class"] == f"{OUTER}$Session"
    text = (suspicious / "map.txt").read_text()
    assert f"SUSPECT  static field {OUTER}$Registry.active   keeps 2" in text
    assert f"accumulates in java.util.HashMap with 20,000 {OUTER}$Session of " in text

    queue, _ = heaviest(suspicious, "queue")
    assert queue["text"] == f"static field {OUTER}$Scheduler.queue"
    assert queue["accumulation"]["class"] == "java.util.concurrent.LinkedBlockingQueue"
    assert (queue["content"]["class"], queue["content"]["objects"]) == (f"{OUTER}$Task", 10_000)

    # Held by two lists of one class: the class keeps them, neither list does.
    twice, live = heaviest(suspicious, "twice")
    assert twice["text"].startswith(f"class {OUTER}$Twice")
    assert twice["retainedBytes"] > live * 0.7
    assert twice["content"]["class"] == f"{OUTER}$Session"

    threads, _ = heaviest(suspicious, "threads")
    assert threads["kind"] == "threads"
    assert threads["text"] == '20 threads "pool-*-thread-*"'
    assert threads["members"] == 20
    assert threads["retainedBytes"] > 20 * 256 * 1024
    assert threads["sentence"] == "in the heaviest of them: it is one byte[] of 256.0 KiB"
    assert threads["path"]["root"]["kind"] == "thread-local"


def growing(document, class_name, way):
    found = [g for g in document["growing"] if g["class"] == class_name and way in g["text"]]
    assert found, [(g["class"], g["text"]) for g in document["growing"]]
    return found[0]


def test_growth_finds_what_piles_up_in_the_jdk(start):
    program = start("apps.PilingUp")
    assert program.wait() == 0, program.stderr
    document = answers.read(program.cwd / "growth.json")["growth"]
    text = (program.cwd / "growth.txt").read_text()

    # A09: deleteOnExit on a server.
    names = growing(document, "java.util.LinkedHashMap$Entry",
                    "static field java.io.DeleteOnExitHook.files -> HashSet.map")
    steps = [after - before for before, after in zip(names["objects"], names["objects"][1:])]
    assert all(step > 0 for step in steps) and sum(steps) <= 300
    # A11: cancelled tasks.
    tasks = growing(document, "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask",
                    "DelayedWorkQueue.queue[]")
    first = tasks["objects"][0]
    assert [count - first for count in tasks["objects"]] == [0, 50, 100, 150]
    # Nothing but the tasks themselves: about a hundred bytes each, the payload is gone.
    assert tasks["retainedBytes"] / tasks["objects"][-1] < 200
    # A34: HTTP clients, each with a thread of its own.
    clients = growing(document, "jdk.internal.net.http.HttpClientImpl$SelectorManager",
                      'thread "HttpClient-*-SelectorManager"')
    assert clients["objects"] == [2, 4, 6, 8]
    assert "2 -> 4 -> 6 -> 8 objects" in text
