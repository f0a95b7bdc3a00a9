"""While a debugger looks at the JVM it may hold anything, so nothing is called a leak."""
import socket
import subprocess

import pytest

from harness import answers
from harness.jdks import quiet_environment


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def debuggable(port):
    return f"-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:{port}"


@pytest.fixture
def debug(jdk, tmp_path):
    """debug(port) is a debugger at work."""
    debuggers = []

    def attach(port):
        debugger = subprocess.Popen([jdk.tool("jdb"), "-attach", f"127.0.0.1:{port}"],
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, env=quiet_environment())
        debuggers.append(debugger)
        # It answers once it is connected.
        debugger.stdin.write(b"version\n")
        debugger.stdin.flush()
        said = b""
        while b"version" not in said.lower():
            byte = debugger.stdout.read(1)
            assert byte, said
            said += byte
        return debugger

    yield attach
    for debugger in debuggers:
        debugger.kill()
        debugger.wait()
        debugger.stdin.close()
        debugger.stdout.close()


def test_nothing_is_called_a_leak_under_a_debugger(serve, debug):
    port = free_port()
    server = serve(debuggable(port))
    debug(port)
    server.ask("watch mine", "watched")
    server.ask("ask leaks.json leaks,format=json,delay=0s", "answered")
    answer = answers.Answer(answers.read(server.cwd / "leaks.json"))
    assert answer.finding("mine").verdict == "under-debugger"
    assert answer["watched"]["leaks"] == 0
    assert any("debugger" in note for note in answer["notes"])
    assert server.stdout == "ready\nwatched\nanswered\n"
