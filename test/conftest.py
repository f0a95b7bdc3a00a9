"""Fixtures of the end-to-end tests: a JDK, its compiled programs, child JVMs."""
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness import dist, programs
from harness.crashes import traces_of_crashes
from harness.jdks import find_jdks
from harness.jvm import Jvm

JDKS = find_jdks()


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true",
                     help="every combination of what else is tried in a few, and more rounds")


def pytest_sessionstart(session):
    if not JDKS:
        raise pytest.UsageError("no JDK of version 17 or later here; set TAPROOT_JVM_DIR")


def pytest_generate_tests(metafunc):
    if "jdk" in metafunc.fixturenames:
        metafunc.parametrize("jdk", JDKS, ids=lambda jdk: jdk.name, scope="session", indirect=True)


@pytest.fixture(scope="session")
def jdk(request):
    return request.param


@dataclass(frozen=True)
class Programs:
    classes: Path  # everything that stands on the class path
    webapp: Path   # what only a class loader of its own finds


@pytest.fixture(scope="session")
def compiled(jdk, tmp_path_factory):
    folder = tmp_path_factory.mktemp(jdk.name)
    classes = programs.compile_java(jdk, [programs.TEST / "cases/java", programs.TEST / "e2e/java"],
                                    folder / "classes", [dist.API_JAR])
    webapp = programs.compile_java(jdk, [programs.TEST / "cases/webapp"], folder / "webapp")
    return Programs(classes, webapp)


@pytest.fixture(scope="session")
def native(tmp_path_factory):
    """native("helper") is the library compiled from harness/native/helper.c."""
    folder = tmp_path_factory.mktemp("native")
    made = {}

    def compile_once(name):
        if name not in made:
            source = programs.TEST / "harness" / "native" / f"{name}.c"
            made[name] = programs.compile_c(JDKS[-1], source, folder / f"lib{name}.so")
        return made[name]

    return compile_once


@pytest.fixture
def start(jdk, compiled, tmp_path):
    """start("apps.Server", flags=[...]) is a running JVM; those still running at the end are ended.

    Fails the test when any of them left a crash report or a core file."""
    children = []

    def start_one(main, *args, flags=()):
        cwd = tmp_path / f"jvm{len(children)}" if children else tmp_path
        cwd.mkdir(exist_ok=True)
        child = Jvm(jdk, [compiled.classes, dist.API_JAR], main, *args, cwd=cwd,
                    flags=[f"-Dwebapp={compiled.webapp}", *flags])
        children.append(child)
        return child

    yield start_one
    for child in children:
        child.kill()
    crashes = traces_of_crashes(tmp_path, [child.pid for child in children])
    if crashes:
        report = crashes[0].read_text(errors="replace")[:4000]
        pytest.fail(f"a JVM crashed: {crashes[0]}\n{report}")
