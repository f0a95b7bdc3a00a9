"""The engines agree: the forked child tells of a heap what FollowReferences tells, and more.

Snapshots of one JVM, by one engine and the other, are compared object by object: see
test/tools/engines_agree.h. `--long` takes every combination, `make sweep` runs that.
"""
import itertools
import subprocess

import pytest

from harness import dist
from harness.attach import load_agent

COLLECTORS = ["Serial", "Parallel", "G1"]
LAYOUTS = {  # flags, and the versions that have them
    "default": ([], 17, 99),
    "scaled references": (["-Xmx8g"], 17, 99),  # a larger heap does not lie below 4 GB
    "references with a base": (["-XX:HeapBaseMinAddress=40g"], 17, 99),
    "wide references": (["-XX:-UseCompressedOops"], 17, 99),
    "wide class pointers": (["-XX:-UseCompressedClassPointers"], 17, 99),
    "all wide": (["-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers"], 17, 99),
    "alignment 16": (["-XX:ObjectAlignmentInBytes=16"], 17, 99),
    "compact headers": (["-XX:+UseCompactObjectHeaders"], 25, 99),
    "compact headers, wide references": (
        ["-XX:+UseCompactObjectHeaders", "-XX:-UseCompressedOops"], 25, 99),
    "no archive": (["-Xshare:off"], 17, 99),
}
EPSILON = ["-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"]

SHORT_STILL = [("G1", "default"), ("Serial", "references with a base"),
               ("Parallel", "wide references"), ("G1", "compact headers"),
               ("Serial", "alignment 16"), ("Parallel", "wide class pointers")]
SHORT_CHURN = [("G1", "scaled references"), ("Parallel", "compact headers"), ("Serial", "default")]
SHORT_MOVING = [("G1", "default"), ("Parallel", "wide references")]

SCENE = ["--classes=engines.", "--threads=engine-"]


def pytest_generate_tests(metafunc):
    short = {"test_on_a_heap_that_holds_still": SHORT_STILL,
             "test_on_what_holds_still_among_what_does_not": SHORT_CHURN,
             "test_a_heap_in_motion_makes_sense": SHORT_MOVING}.get(metafunc.function.__name__)
    if short:
        every = list(itertools.product(COLLECTORS, LAYOUTS))
        chosen = every if metafunc.config.getoption("--long") else short
        metafunc.parametrize("collector, layout", chosen, ids=map(", ".join, chosen))


@pytest.fixture
def rounds(request):
    """Captures by fork in one JVM that does not hold still."""
    return 6 if request.config.getoption("--long") else 3


@pytest.fixture
def flags(jdk, collector, layout):
    given, first, last = LAYOUTS[layout]
    if not first <= jdk.feature <= last:
        pytest.skip("not in this version")
    return [f"-XX:+Use{collector}GC", *given]


def compare(*words):
    tool = dist.TOOLS / "graph_compare"
    assert tool.exists(), f"{tool} is missing: make build"
    run = subprocess.run([tool, *map(str, words)], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, timeout=300)
    print(run.stdout)  # shown where a test fails: what differs, and what may
    assert run.returncode == 0, "\n".join(differing(run.stdout)) or run.stdout
    return run.stdout


def differing(text):
    """Of what the tool prints, what may not differ, with its examples."""
    lines, keep = [], False
    for line in text.splitlines():
        if not line.startswith(" "):
            keep = line.startswith("DIFFERS") or line.endswith("DIFFERS")
        if keep:
            lines.append(line)
    return lines


def snapshot(engine, name):
    return f"snapshot,contents=true,capture={engine},output={name}"


def engines_in(text):
    """By which engines the snapshots came that the tool tells of."""
    return [line.split(" by ")[1].split(":")[0] for line in text.splitlines() if " by " in line
            and ": agrees" in line]


# From outside, so that the heap holds still; interpreted, for a compiler makes objects, too.
def assert_agree_while_still(start, flags):
    program = start("engines.Engines", "still", flags=["-Xint", *flags])
    program.await_line("ready")
    files = []
    for name in ("follow-0", "fork-0", "follow", "fork", "fork-2"):  # the first ones warm up
        files.append(program.cwd / f"{name}.snapshot")
        done = load_agent(program, snapshot(name.partition("-")[0], files[-1]))
        assert done.return_code == 0, done.output + program.stderr
    told = compare(*files[2:])
    assert engines_in(told) == ["follow", "fork", "fork"]


def test_on_a_heap_that_holds_still(start, flags):
    assert_agree_while_still(start, flags)


def test_on_a_heap_that_is_never_collected(start, jdk):
    if not jdk.has_collector("Epsilon"):
        pytest.skip("this JDK has no Epsilon")
    assert_agree_while_still(start, EPSILON)


def play(start, scene, engines, flags):
    """Snapshots by these engines, one after the other, while the scene goes on."""
    names = [f"{number}-{engine}.snapshot" for number, engine in enumerate(engines)]
    pairs = [(f"{name}.txt", snapshot(engine, name)) for name, engine in zip(names, engines)]
    program = start("engines.Engines", scene, *itertools.chain(*pairs), flags=flags)
    assert program.wait() == 0, program.stderr
    return [program.cwd / name for name in names]


def test_on_what_holds_still_among_what_does_not(start, flags, rounds):
    engines = ["follow", *["fork"] * rounds]
    files = play(start, "churn", ["follow", "fork", *engines], flags)[2:]
    told = compare(*SCENE, *files)
    assert engines_in(told) == engines


def test_a_heap_in_motion_makes_sense(start, flags, rounds):
    engines = ["fork"] * rounds
    told = compare("--check", *play(start, "moving", engines, flags))
    assert engines_in(told) == engines
