"""The demo's Tomcat, held after its application has leaked."""
import subprocess
import time
from pathlib import Path

from harness import dist
from harness.jdks import quiet_environment
from harness.jvm import PATIENCE, attach_flags


class DemoServer:
    def __init__(self, jdk, folder, flags=()):
        self._log = Path(folder) / "demo.log"
        with open(self._log, "wb") as out:
            self._process = subprocess.Popen(
                [jdk.tool("java"), *attach_flags(jdk), *flags, f"-Djava.io.tmpdir={folder}", "-jar", dist.DEMO_JAR, "--hold"],
                stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT, cwd=folder, env=quiet_environment())
        self.pid = self._process.pid

    def __enter__(self):
        deadline = time.monotonic() + PATIENCE
        while f"goes on as process {self.pid}" not in self._log.read_text(errors="replace"):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise AssertionError(f"the demo did not come up:\n{self._log.read_text(errors='replace')[-4000:]}")
            time.sleep(0.1)
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
