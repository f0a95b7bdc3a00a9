"""Traps from the field where a naive tool gives a wrong answer."""
import re

import pytest

from harness import answers, programs

BIG = 16 + 16 + (1 << 20)  # see test_leaks.py
LIST_ELEMENT = ["ArrayList", "ArrayList.elementData -> Object[]"]
COLLECTORS = ["Serial", "Parallel", "G1", "Z", "Shenandoah"]
CLASS_LOADER = "(class-loader) -> URLClassLoader"


def with_collector(jdk, collector):
    if not jdk.has_collector(collector):
        pytest.skip(f"this JDK has no {collector}")
    return [f"-XX:+Use{collector}GC"]


@pytest.mark.parametrize("collector", COLLECTORS)
def test_T01_application_statics_are_roots(ask, jdk, collector):
    answer = ask("A01StaticCollection", flags=with_collector(jdk, collector))
    path = answer.finding("big").path
    # Not LauncherHelper.appClass, not a frame of main, not ClassLoader.classes.
    path.assert_is("static field cases.A01StaticCollection.KEEP", [*LIST_ELEMENT, "[0] -> Big"])
    assert path.root["kind"] == "static-field"


def test_T02_a_static_of_a_platform_class_is_found_without_the_loaders_list_of_classes(ask):
    path = ask("A07JdbcDriver").finding("loader").path
    assert path.root["text"] == "static field java.sql.DriverManager.registeredDrivers"
    assert path.root["loader"] == "platform"


@pytest.mark.parametrize("collector", COLLECTORS)
def test_T03_fields_of_class_mirrors_are_followed(ask, jdk, collector):
    loader = ask("T03ClassValue", flags=with_collector(jdk, collector)).finding("loader")
    assert loader.verdict == "strongly-reachable"
    loader.path.assert_is("class java.lang.String", [
        "class String",
        "Class.classValueMap -> ClassValue$ClassValueMap",
        "ClassValue$ClassValueMap.cacheArray -> ClassValue$Entry[]",
        "[*] -> ClassValue$Entry",
        "ClassValue$Entry.value -> ClassValueHolder$Meta",
        "ClassValueHolder$Meta.owner -> class ClassValueHolder",
        CLASS_LOADER])
    assert loader.path.root["kind"] == "system-class"
    assert loader.path.root["class"] == "java.lang.String"


def test_T03_class_data_is_followed(ask, engine):
    answer = ask("T03ClassData")
    kept = answer.finding("of a kept class")
    assert kept.verdict == "strongly-reachable"
    kept.path.assert_is("static field cases.T03ClassData.KEEP", [
        *LIST_ELEMENT, "[0] -> class T03ClassData$Template", "Class.classData -> Big"])
    forgotten = answer.finding("of a forgotten class")
    if engine == "follow":  # which is not told what a loader holds beside its ordinary classes
        assert forgotten.verdict == "held-by-vm"
        return
    assert forgotten.verdict == "strongly-reachable"
    assert forgotten.path.steps[-2:] == [
        "(hidden-class) -> class T03ClassData$Template", "Class.classData -> Big"]


def test_T05_a_lambda_that_captures_nothing_is_held_by_its_call_site(ask, engine):
    held = ask("T05CallSite").finding("lambda")
    if engine == "follow":  # which is not told of call sites
        assert held.verdict == "held-by-vm"
        return
    assert held.verdict == "strongly-reachable"
    held.path.assert_is("class cases.T05CallSite", [
        "class T05CallSite",
        "(call-site) -> BoundMethodHandle$Species_L",
        "BoundMethodHandle$Species_L.argL0 -> T05CallSite$$Lambda"])


def test_T07_weak_hash_map_value_refers_to_its_own_key(ask):
    key = ask("T07WeakMapCycle").finding("key")
    assert key.verdict == "strongly-reachable"
    key.path.assert_is("static field cases.T07WeakMapCycle.CACHE", [
        "WeakHashMap",
        "WeakHashMap.table -> WeakHashMap$Entry[]",
        "[*] -> WeakHashMap$Entry",
        "WeakHashMap$Entry.value -> T07WeakMapCycle$Value",
        "T07WeakMapCycle$Value.x -> T07WeakMapCycle$Key"])
    assert "value-holds-key" in key.path.remarks


def test_T09_key_dead_and_entry_waits_to_be_expunged(ask):
    answer = ask("T09StaleEntry")
    assert answer.verdicts() == {
        "map key": "collected", "map value": "strongly-reachable",
        "thread local": "collected", "thread local's value": "strongly-reachable"}

    in_map = answer.finding("map value").path
    # By the table or by the queue of dead entries, whichever the collector made shorter.
    assert in_map.root["text"] == "static field cases.T09StaleEntry.CACHE"
    assert in_map.steps[-1] == "WeakHashMap$Entry.value -> Big"
    assert "stale-map-entry" in in_map.remarks

    in_thread = answer.finding("thread local's value").path
    assert in_thread.root["kind"] == "thread-local"
    assert in_thread.root["thread"]["name"] == "pool-1-thread-1"
    assert in_thread.steps[-1] == "ThreadLocal$ThreadLocalMap$Entry.value -> Big"
    assert "stale-thread-local" in in_thread.remarks


def line_of(case, statement):
    """Where a statement stands in a case's program."""
    source = (programs.TEST / "cases/java/cases" / f"{case}.java").read_text().splitlines()
    (line,) = [number for number, text in enumerate(source, 1) if text.strip() == statement]
    return line


def test_T11_linked_list_of_three_million_nodes(play):
    folder = play("T11LongList")
    answer = answers.Answer(answers.read(folder / "answer.json"))
    path = answer.finding("big").path
    path.assert_is("static field cases.T11LongList.head", [
        "T11LongList$Node",
        "T11LongList$Node.next -> T11LongList$Node x 2999999",
        "T11LongList$Node.v -> Big"])
    assert path.length == 3_000_000
    assert "folded" in path.remarks

    size = answers.read(folder / "size.json")["size"]
    assert (size["objects"], size["deepBytes"]) == (3_000_002, 24 * 3_000_000 + BIG)
    profile = answers.read(folder / "profile.json")["profile"]
    assert (profile["objects"], profile["bytes"]) == (3_000_002, 24 * 3_000_000 + BIG)
    assert len(profile["entries"]) < 1000  # a deep tree is not printed in full


def test_T12_two_maps_hold_the_same_object(play):
    folder = play("T12TwoPaths")
    (big,) = answers.read(folder / "answer.json")["paths"]
    in_hash_map = ["HashMap", "HashMap.table -> HashMap$Node[]", "[*] -> HashMap$Node",
                   "HashMap$Node.value -> Big"]
    in_list = ["ConcurrentHashMap", "ConcurrentHashMap.table -> ConcurrentHashMap$Node[]",
               "[*] -> ConcurrentHashMap$Node",
               "ConcurrentHashMap$Node.val -> ImmutableCollections$List12",
               "ImmutableCollections$List12.e0 -> Optional",
               "Optional.value -> Big"]
    answers.Path(big["path"]).assert_is("static field cases.T12TwoPaths.S1", in_hash_map)
    # The second map is the next best way, and shares nothing with the first.
    (second,) = big["ways"]["nextShortest"]
    answers.Path(second).assert_is("static field cases.T12TwoPaths.S2", in_list)
    (other,) = big["ways"]["others"]
    answers.Path(other["path"]).assert_is("static field cases.T12TwoPaths.S2", in_list)
    cut = big["ways"]["cut"]
    assert cut["outcome"] == "found"
    assert [each["text"] for each in cut["references"]] == ["HashMap$Node.value", "Optional.value"]
    assert ("1 more way holds it (static field T12TwoPaths.S2).\n"
            "Smallest cut: remove these 2 references and it is free: HashMap$Node.value; "
            "Optional.value.\n" in (folder / "answer.txt").read_text())


COMPILED = ["-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileCommand=compileonly,cases.*::*"]


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_T13_dead_local_in_a_frame(ask, mode):
    answer = ask("T13DeadLocal", flags=["-Xint"] if mode == "interpreted" else COMPILED)
    if mode == "compiled":
        assert answer.verdicts() == {"finished with": "collected", "block closed": "collected"}
        return
    for name, slot in [("finished with", 0), ("block closed", 1)]:
        big = answer.finding(name)
        assert big.verdict == "strongly-reachable"
        root = big.path.root
        assert (root["kind"], root["slot"]) == ("stack-local", slot)
        assert root["bci"] > 0
        assert root["thread"]["name"] == "worker"
        frame = root["frame"]
        assert (frame["class"], frame["method"], frame["file"]) == (
            "cases.T13DeadLocal", "work", "T13DeadLocal.java")
        assert frame["line"] == line_of("T13DeadLocal", "Sleep.forever();")
        assert frame["depth"] > 0
        assert big.path.steps == ["Big"]
        # `finished` is in scope to the end of the method; `closed` has no name any more.
        in_scope = name == "finished with"
        assert root.get("local") == ("finished" if in_scope else None)
        assert root["live"] is in_scope
        assert f"local {'`finished`' if in_scope else 'slot 1'} in " in root["text"]
        (remark,) = big.path.remarks.values()
        assert "may be dead" in remark and "not retained once compiled" in remark


def test_T16_finalizer_backlog(ask):
    answer = ask("T16FinalizerBacklog")
    blocker = answer.finding("blocker")
    assert blocker.verdict == "strongly-reachable"
    assert blocker.path.root["kind"] == "stack-local"
    assert blocker.path.root["thread"]["name"] == "Finalizer"
    assert blocker.path.root["frame"]["method"] == "finalize"

    for name in ("queued", "payload"):
        waiting = answer.finding(name)
        assert waiting.verdict == "waiting-for-finalization"
        assert waiting.path.strength == "final"
        assert any("finalize" in text for text in waiting.path.remarks.values())


@pytest.mark.parametrize("millis", [0, 200])
def test_T17_finalizable_object_just_after_one_collection(ask, millis):
    answer = ask("T17Finalizable", flags=[f"-Dfinalizer.millis={millis}"])
    assert answer.verdicts() == {"finalizable": "collected", "its payload": "collected"}


def test_T18_soft_reference_only(ask):
    loader = ask("T18SoftlyHeld").finding("loader")
    assert loader.verdict == "softly-reachable"
    assert loader.path.strength == "soft"
    assert loader.path.root["kind"] == "static-field"


def test_T20_interface_constants_count_when_fields_are_numbered(ask):
    answer = ask("T20FieldNumbers")
    assert answer.verdicts() == {
        "weakly held": "collected", "strongly held": "strongly-reachable",
        "in static": "strongly-reachable", "in field": "strongly-reachable"}
    keep = "static field cases.T20FieldNumbers.KEEP"
    answer.finding("strongly held").path.assert_is(keep, [
        *LIST_ELEMENT, "[0] -> T20FieldNumbers$R", "T20FieldNumbers$R.strong -> Big"])
    answer.finding("in static").path.assert_is("static field cases.T20FieldNumbers$Statics.s2",
                                               ["Big"])
    answer.finding("in field").path.assert_is(keep, [
        *LIST_ELEMENT, "[1] -> T20FieldNumbers$Fields", "T20FieldNumbers$Fields.f3 -> Big"])


@pytest.mark.parametrize("tracked", ["true", "false"])
def test_T21_parked_virtual_thread_is_no_root(ask, jdk, tracked):
    if jdk.feature < 21:
        pytest.skip("no virtual threads")
    big = ask("T21VirtualThread", flags=[f"-Djdk.trackAllThreads={tracked}"]).finding("big")
    if tracked == "false":
        assert big.verdict == "collected"
        return
    assert big.verdict == "strongly-reachable"
    # The registry of threads holds the thread, the thread's frame holds the object.
    assert big.path.root["kind"] == "static-field"
    assert big.path.root["class"].startswith("jdk.internal.vm.")
    assert big.path.steps[-1] == "(frame-local) -> Big"
    assert "VirtualThread" in big.path.steps[-2]
    reference = big.path.json["steps"][-1]["reference"]
    assert reference["local"] == "big"
    assert (reference["frame"]["class"], reference["frame"]["method"]) == (
        "cases.T21VirtualThread", "park")
    assert re.fullmatch(r"\(local `big` in cases\.T21VirtualThread\.park"
                        r"\(T21VirtualThread\.java:\d+\)\)", reference["text"])
    assert "local-in-scope" in big.path.remarks


def test_T25_unstarted_thread_is_an_object_like_any_other(ask):
    assert ask("T25UnstartedThread").verdicts() == {"thread": "collected"}


@pytest.mark.parametrize("collector", COLLECTORS)
def test_T29_unreachable_things_are_not_counted(ask, jdk, collector):
    answer = ask("T29Unreachable", flags=with_collector(jdk, collector))
    rows = answer["histogram"]["rows"]
    assert answer.histogram_row("cases.T29Unreachable$Kept")["instances"] == 1000
    assert answer.histogram_row("cases.T29Unreachable$Garbage") is None
    assert [row["class"] for row in rows if "Filler" in row["class"]] == []
    # Fillers are int[] as well; here nobody keeps the thousand int[] of 4,016 bytes.
    assert answer.histogram_row("int[]")["shallowBytes"] < 1_000_000
    assert answer["histogram"]["instances"] == sum(row["instances"] for row in rows)
