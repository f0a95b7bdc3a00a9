"""The tests' own watchman must not sleep."""
import os
import signal

from harness import dist
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
