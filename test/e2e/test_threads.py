"""The thread dump: stacks, states, and what frames and threads hold."""
import re

import pytest

from harness import answers

KIB = 1024


@pytest.fixture
def dump(start):
    """dump() is the answer to `threads` in apps.Threads, dump(command) to another command."""

    def dump_of(*commands, flags=()):
        commands = commands or ("threads,format=json,top=1000",)
        files = [f"answer{i}" for i in range(len(commands))]
        child = start("apps.Threads", *[word for pair in zip(files, commands) for word in pair],
                      flags=flags)
        assert child.wait() == 0, child.stderr
        read = [child.cwd / file for file in files]
        texts = [path.read_text() for path in read]
        found = [answers.parse(text) if text.startswith("{") else text for text in texts]
        return found[0] if len(found) == 1 else found

    return dump_of


def thread(document, name):
    (found,) = [t for t in document["threads"]["threads"] if t["name"] == name]
    return found


def all_names(document):
    entries = document["threads"]["threads"]
    return [e["name"] for e in entries] + [a["name"] for e in entries for a in e["alike"]]


def methods(entry):
    return [f"{f['class']}.{f['method']}" for f in entry["frames"]]


def frame(entry, method):
    (found,) = [f for f in entry["frames"] if f.get("method") == method]
    return found


def payload(entry, method, local="payload"):
    (found,) = [held for held in frame(entry, method)["locals"] if held.get("local") == local]
    return found


@pytest.mark.parametrize("name, state, method, kib", [
    ("blocked", "BLOCKED", "block", 256),
    ("waiting", "WAITING", "waitForever", 128),
    ("parked", "WAITING", "parkForever", 64),
])
def test_a_thread_that_stands_still(dump, name, state, method, kib):
    entry = thread(dump(), name)
    assert entry["state"] == state and entry["daemon"] and not entry["virtual"]
    assert entry["framesKnown"] and not entry["moved"]
    held = payload(entry, method)
    assert held["class"] == "byte[]" and held["heldBy"] == "this-frame"
    assert held["retainedBytes"] == held["shallowBytes"] in range(kib * KIB, kib * KIB + 32)
    assert frame(entry, method)["retainedBytes"] >= kib * KIB
    assert entry["retainedBytes"] >= frame(entry, method)["retainedBytes"]
    assert frame(entry, method)["line"] > 0 and frame(entry, method)["file"] == "Threads.java"


def test_the_stack_is_that_of_a_thread_dump(dump):
    entry = thread(dump(), "waiting")
    names = methods(entry)
    assert "java.lang.Object.wait" in names
    assert names.index("java.lang.Object.wait") < names.index("apps.Threads.waitForever")
    assert names[-1] == "java.lang.Thread.run"
    depths = [f["depth"] for f in entry["frames"]]
    assert depths == list(range(len(depths)))


def test_what_a_static_field_holds_as_well_is_not_the_frames(dump):
    held = payload(thread(dump(), "waiting"), "waitForever", "common")
    assert held["heldBy"] == "others"
    assert held["retainedBytes"] in range(96 * KIB, 96 * KIB + 32)


def test_a_very_deep_stack_is_cut_but_not_what_its_frames_hold(dump):
    document, text = dump("threads,format=json,top=1000",
                          "threads,format=text,top=1000")
    entry = thread(document, "deep")
    assert len(entry["frames"]) + entry["omittedFrames"] > 400
    assert entry["omittedFrames"] > 0
    held = [h for f in entry["frames"] for h in f["locals"] if h["shallowBytes"] >= 512 * KIB]
    assert len(held) >= 1 and entry["retainedBytes"] >= 512 * KIB
    told = re.search(r'^THREAD  "deep".*?(?=^\n)', text, re.S | re.M).group()
    assert re.search(r"^  … \d+ frames$", told, re.M)
    assert len(told.splitlines()) < 60


def test_workers_of_a_pool_are_told_once(dump):
    entries = dump()["threads"]["threads"]
    (pool,) = [e for e in entries if re.fullmatch(r"pool-\d+-thread-\d+", e["name"])]
    assert len(pool["alike"]) == 11


def test_a_running_thread_is_told_as_the_walk_saw_it(dump):
    entry = thread(dump(), "spinning")
    assert entry["state"] == "RUNNABLE"
    assert "apps.Threads.spin" in methods(entry) or entry["moved"]


def test_taproot_is_not_in_its_own_dump(dump):
    document = dump()
    assert "taproot" not in all_names(document)
    assert "main" in all_names(document)
    main = methods(thread(document, "main"))
    assert main[-1] == "apps.Threads.main"
    assert not [m for m in main if m.startswith("org.taproot.")]
    total = document["threads"]["platformThreads"] + document["threads"]["virtualThreads"]
    assert len(all_names(document)) == total


def test_those_that_hold_the_most_come_first(dump):
    entries = dump()["threads"]["threads"]
    retained = [e["retainedBytes"] for e in entries]
    assert retained == sorted(retained, reverse=True)


def test_fewer_on_request(dump):
    document = dump("threads,format=json,top=2")
    assert len(document["threads"]["threads"]) == 2
    shown = len(all_names(document))
    total = document["threads"]["platformThreads"] + document["threads"]["virtualThreads"]
    assert document["threads"]["omittedThreads"] == total - shown > 0


def test_identity_by_tags_tells_the_same(dump):
    document = dump("threads,format=json,top=1000,identity=tags")
    assert payload(thread(document, "blocked"), "block")["heldBy"] == "this-frame"
    if document["vm"]["feature"] >= 21:
        assert thread(document, "virtual-parked")["state"] == "WAITING"


def test_a_parked_virtual_thread(dump, jdk):
    if jdk.feature < 21:
        pytest.skip("no virtual threads")
    entry = thread(dump(), "virtual-parked")
    assert entry["virtual"] and entry["state"] == "WAITING" and "carrier" not in entry
    assert entry["framesKnown"] and not entry["moved"]
    assert "java.util.concurrent.locks.LockSupport.park" in methods(entry)
    held = payload(entry, "parkVirtually", "inFrame")
    assert held["heldBy"] == "this-frame"
    assert held["retainedBytes"] in range(200 * KIB, 200 * KIB + 32)
    assert frame(entry, "parkVirtually")["retainedBytes"] >= 200 * KIB
    assert entry["retainedBytes"] >= 200 * KIB


def test_a_mounted_virtual_thread(dump, jdk):
    if jdk.feature < 21:
        pytest.skip("no virtual threads")
    document = dump()
    entry = thread(document, "virtual-mounted")
    assert entry["virtual"] and entry["state"] == "RUNNABLE"
    assert entry["carrier"] in all_names(document)
    held = [h for f in entry["frames"] for h in f["locals"] if h["shallowBytes"] >= 300 * KIB]
    assert held and {h["heldBy"] for h in held} <= {"this-frame", "this-thread"}
    assert entry["retainedBytes"] >= 300 * KIB
    carrier = thread(document, entry["carrier"])
    assert not carrier["moved"]


def test_many_virtual_threads_at_one_place_are_told_once(dump, jdk):
    if jdk.feature < 21:
        pytest.skip("no virtual threads")
    entries = dump()["threads"]["threads"]
    (idle,) = [e for e in entries if re.fullmatch(r"virtual-\d+", e["name"])]
    assert len(idle["alike"]) == 29


def test_jdk_17_has_no_virtual_threads(dump, jdk):
    if jdk.feature != 17:
        pytest.skip("about 17")
    assert dump()["threads"]["virtualThreads"] == 0
