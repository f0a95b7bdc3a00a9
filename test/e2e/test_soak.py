"""A server under load that is captured for a long time holds no more at the end than at the start.

Half a minute here; `make soak` sets SOAK_MINUTES and takes a capture every five seconds.
"""
import os
import statistics
from dataclasses import dataclass

import pytest

from harness import dist, programs
from harness.crashes import traces_of_crashes
from harness.jvm import Jvm

MINUTES = float(os.environ.get("SOAK_MINUTES", 0))
BETWEEN = 5 if MINUTES else 0.2  # seconds
CAPTURES = int(MINUTES * 60 / BETWEEN) if MINUTES else 32
# The heap is resident from the start, so that whatever grows is native.
FLAGS = ["-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch",
         "--add-opens=java.base/java.io=ALL-UNNAMED",  # as Tomcat wants it
         "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED"]

KIB, MIB = 1024, 1 << 20


@dataclass(frozen=True)
class Sample:
    captures: int
    malloc_bytes: int
    resident_kib: int
    descriptors: int
    threads: int
    children: int
    requests: int
    failed: int


@pytest.fixture
def soaked(jdk, compiled, native, tmp_path):
    """What the server held after each capture."""
    classes = programs.compile_java(jdk, [programs.TEST / "soak/java"], tmp_path / "classes",
                                    [dist.DEMO_JAR, compiled.classes])
    cwd = tmp_path / "cwd"
    cwd.mkdir()
    jvm = Jvm(jdk, [classes, compiled.classes, dist.DEMO_JAR], "org.taproot.demo.Soak",
              CAPTURES, BETWEEN, cwd=cwd, flags=[f"-Dnative={native('malloc')}", *FLAGS])
    try:
        status = jvm.wait(CAPTURES * BETWEEN * 2 + 180)
    finally:
        jvm.kill()
    assert status == 0, jvm.stderr[-4000:]
    assert traces_of_crashes(cwd, [jvm.pid]) == []
    left = {path.name for path in cwd.iterdir()}
    assert left == {"stdout", "stderr", "soak.snapshot"}
    return [Sample(*map(int, line.split())) for line in jvm.stdout.splitlines()]


def medians(samples, column):
    """Once warmed up, and at the end."""
    values = [getattr(sample, column) for sample in samples]
    quarter = len(values) // 4
    return statistics.median(values[quarter:2 * quarter]), statistics.median(values[-quarter:])


def test_nothing_grows_in_a_server_that_is_captured_all_the_time(soaked):
    assert len(soaked) == CAPTURES
    assert soaked[-1].failed == 0 and soaked[-1].requests > CAPTURES
    assert {sample.children for sample in soaked} == {0}, "a child was not waited for"

    early, late = medians(soaked, "malloc_bytes")
    print(f"{CAPTURES} captures, {soaked[-1].requests} rounds of requests; "
          f"malloc {early / KIB:,.0f} -> {late / KIB:,.0f} KiB", end="")
    # The JVM goes on compiling for a while, and with malloc.
    assert late - early < (1 if MINUTES else 8) * MIB + 2 * KIB * CAPTURES
    early, late = medians(soaked, "resident_kib")
    print(f", resident {early:,} -> {late:,} KiB", end="")
    assert late - early < 24 * KIB  # code that was compiled meanwhile, arenas of malloc
    early, late = medians(soaked, "descriptors")
    print(f", descriptors {early} -> {late}")
    assert abs(late - early) <= 2  # a connection more or less
    early, late = medians(soaked, "threads")
    assert abs(late - early) <= 4  # of compilers and pools, which come and go
