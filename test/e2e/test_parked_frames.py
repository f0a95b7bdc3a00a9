"""What the frames of unmounted virtual threads hold: read by the forked child out of the stacks in
the heap and the tables of compiled code, and told by the VM to the other engine."""
import itertools
import json

import pytest

COLLECTORS = ["G1", "Parallel", "Serial"]
LAYOUTS = {
    "compressed": [],
    "wide references": ["-XX:-UseCompressedOops"],
    "compact headers": ["-XX:+UseCompactObjectHeaders"],
    "interpreted": ["-Xint"],
    "compiled at once": ["-Xcomp"],
}
SHORT = [("G1", "compressed"), ("Parallel", "wide references"), ("Serial", "compact headers")]


def pytest_generate_tests(metafunc):
    every = list(itertools.product(COLLECTORS, LAYOUTS))
    chosen = every if metafunc.config.getoption("--long") else SHORT
    metafunc.parametrize("collector, layout", chosen, ids=list(map(", ".join, chosen)))


def unmounted(document):
    """State and frames of each virtual thread that has no carrier: class, method, locals by slot."""
    threads = {}
    for entry in document["threads"]["threads"]:
        if not entry["virtual"] or "carrier" in entry:
            continue
        frames = [(frame["class"], frame["method"], locals_of(frame)) for frame in entry["frames"]]
        for name in [entry["name"], *(each["name"] for each in entry.get("alike", []))]:
            threads[name] = entry["state"], frames
    return threads


def locals_of(frame):
    # Without a slot: constants in compiled code, which only one engine tells of.
    return sorted((held["slot"], held["class"]) for held in frame["locals"] if "slot" in held)


def test_both_engines_tell_the_same_frames_and_locals(start, jdk, collector, layout):
    if jdk.feature < 21 or (layout == "compact headers" and jdk.feature < 25):
        pytest.skip("not in this version")
    engines = ["fork", "follow"]
    files = [f"{engine}.json" for engine in engines]
    asked = [f"threads,format=json,top=100000,capture={engine}" for engine in engines]
    program = start("apps.ParkedInCode", *itertools.chain(*zip(files, asked)),
                    flags=[f"-XX:+Use{collector}GC", *LAYOUTS[layout]])
    assert program.wait() == 0, program.stderr
    documents = [json.loads((program.cwd / file).read_text()) for file in files]
    assert [document["capture"]["engine"] for document in documents] == engines
    forked, followed = map(unmounted, documents)
    assert len(forked) >= 290
    assert forked.keys() == followed.keys()
    differing = {name for name in forked if forked[name] != followed[name]}
    for name in sorted(differing)[:3]:
        print(name, forked[name], followed[name], sep="\n")
    assert not differing
    payloads = [local for _, frames in forked.values() for _, _, held in frames for local in held
                if local[1] == "apps.ParkedInCode$Payload"]
    assert len(payloads) >= 290
