"""libtaproot.so goes into other people's processes, so it must neither show nor need more than it has to."""

import re
import subprocess

import pytest

from harness.dist import LIBRARY

ENTRY_POINTS = {"Agent_OnLoad", "Agent_OnAttach", "Agent_OnUnload", "JNI_OnLoad", "JNI_OnUnload"}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(autouse=True)
def library_is_built():
    assert LIBRARY.exists(), "run `make build` first"


def test_the_library_exports_only_the_entry_points_of_the_jvm():
    symbols = output_of("nm", "-D", "--defined-only", "--format=posix", LIBRARY)
    exported = {line.split()[0].partition("@")[0] for line in symbols.splitlines()}
    assert exported <= ENTRY_POINTS
    assert {"Agent_OnLoad", "Agent_OnAttach"} <= exported


def test_the_library_needs_only_libc_libm_and_the_loader():
    needed = [line.split()[0] for line in output_of("ldd", LIBRARY).splitlines()]
    allowed = re.compile(r"linux-vdso\.so\.1|libc\.so\.6|libm\.so\.6|/.*/ld-linux[-\w]*\.so\.[12]")
    assert [name for name in needed if not allowed.fullmatch(name)] == []


def test_the_library_is_hardened_against_overwriting_its_relocations():
    dynamic = output_of("readelf", "--dynamic", "--program-headers", "--wide", LIBRARY)
    assert "GNU_RELRO" in dynamic
    assert "BIND_NOW" in dynamic
    assert not re.search(r"GNU_STACK.*RWE", dynamic)
