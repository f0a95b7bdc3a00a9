"""The tests' own watchman must not sleep."""
import os
import signal

from harness import console, dist
from harness.crashes import traces_of_crashes
from harness.jvm import Jvm


def test_a_crash_is_noticed(jdk, compiled, tmp_path):
    server = Jvm(jdk, [compiled.classes, dist.API_JAR], "apps.Server", cwd=tmp_path)
    try:
        server.await_line("ready")
        assert traces_of_crashes(tmp_path, [server.pid]) == []
        os.kill(server.pid, signal.SIGSEGV)
        server.process.wait(60)
    finally:
        server.kill()
        server.process.stdin.close()
    assert any(f"hs_err_pid{server.pid}" in path.name
               for path in traces_of_crashes(tmp_path, [server.pid]))


def test_a_shown_session_is_compared_by_its_shape():
    shown = ["4 of 5 leak, 84 ms", "…", "LEAK  a.B   in /tmp/x.txt", "      signature 5ff15680"]
    assert console.difference(shown, ["3 of 9 leak, 1 ms", "else", "more", "LEAK a.B in /var/y/x.txt",
                                      "      signature 00aa11bb"]) is None
    assert "'LEAK a.B in x.txt' is shown" in console.difference(shown, ["3 of 9 leak, 1 ms", "else"])
    assert "nothing more is shown, 'and more' came" in console.difference(["a"], ["a", "and more"])
    assert console.difference(["a", "…"], ["a", "and more"]) is None
    assert console.difference(["a"], ["b"]) == "'a' is shown, 'b' came"


def test_sessions_are_read_from_a_page():
    page = "text\n```\n$ no session\n```\n```console\n$ one\nout\n$ two\n```\n"
    (steps,) = console.sessions(page)
    assert [(step.command, step.output) for step in steps] == [("one", ["out"]), ("two", [])]
