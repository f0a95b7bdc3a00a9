"""The command line as its users meet it: with pipes, and on a terminal."""
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from dataclasses import dataclass

from harness import dist
from harness.jdks import quiet_environment
from harness.jvm import PATIENCE

PROGRAM = dist.DIST / "bin" / "taproot"


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


def environment(**more):
    """Without what this terminal says of itself."""
    own = {"NO_COLOR", "COLUMNS", "TAPROOT_LIBRARY"}
    clean = {key: value for key, value in quiet_environment().items() if key not in own}
    return {**clean, "TERM": "xterm", **more}


def taproot(*words, cwd=None, env=None):
    run = subprocess.run([PROGRAM, *map(str, words)], cwd=cwd, env=environment(**(env or {})),
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=PATIENCE)
    return Run(run.returncode, run.stdout.decode(), run.stderr.decode())


def answered(*words, **where):
    run = taproot(*words, **where)
    assert (run.code, run.err) == (0, ""), run
    return run.out


def begun(*words, **how):
    """A run that goes on."""
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.Popen([PROGRAM, *map(str, words)], env=environment(),
                            stdin=subprocess.DEVNULL, **how)


class OnTerminal:
    """A run on a terminal of its own, of which it has standard output and standard error."""

    def __init__(self, *words, columns=80, env=None, cwd=None):
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self.process = subprocess.Popen([PROGRAM, *map(str, words)], cwd=cwd,
                                        env=environment(**(env or {})), stdin=subprocess.DEVNULL,
                                        stdout=theirs, stderr=theirs)
        os.close(theirs)
        self.text = ""
        self._bytes = b""

    def await_text(self, wanted):
        deadline = time.monotonic() + PATIENCE
        while wanted not in self.text:
            assert self._read(deadline), f"{wanted!r} is not in {self.text!r}"

    def finish(self):
        """The exit code, once all is read."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        os.close(self._ours)
        return self.process.wait(PATIENCE)

    def _read(self, deadline):
        ready, _, _ = select.select([self._ours], [], [], max(0, deadline - time.monotonic()))
        assert ready, f"nothing more came after {self.text!r}"
        try:
            part = os.read(self._ours, 65536)
        except OSError:  # the other end is closed
            return False
        self._bytes += part
        self.text = self._bytes.decode(errors="replace").replace("\r\n", "\n")
        return bool(part)
