"""A child JVM: its command line, its output, its end."""
import re
import signal
import subprocess
import time
from pathlib import Path

from harness import dist
from harness.jdks import quiet_environment

# A JVM that takes longer hangs. Generous, for the machine may be busy with other things.
PATIENCE = 120


def agent_flag(options="", library=dist.LIBRARY):
    return f"-agentpath:{library}" + (f"={options}" if options else "")


def api_flags(jdk):
    """What a careful user of taproot-api.jar gives: from 22 on a JVM warns of native code else."""
    return ["--enable-native-access=ALL-UNNAMED"] if jdk.feature >= 22 else []


def attach_flags(jdk):
    """From 21 on a JVM warns of an agent that comes later."""
    return ["-XX:+EnableDynamicAgentLoading"] if jdk.feature >= 21 else []


def assert_only_log_lines(stderr):
    """Where answers went, and no complaint."""
    log_line = re.compile(r"\[taproot] \S+ written to \S+")
    assert all(log_line.fullmatch(line) for line in stderr.splitlines()), stderr


class Jvm:
    """A running child. Its output goes to files in its working directory, `stdout` and `stderr`."""

    def __init__(self, jdk, class_path, main, *args, cwd, flags=()):
        self.jdk = jdk
        self.cwd = Path(cwd)
        command = [jdk.tool("java"), "-Xmx1g", *api_flags(jdk), *attach_flags(jdk), *flags,
                   "-cp", ":".join(map(str, class_path)), main, *map(str, args)]
        with open(self.cwd / "stdout", "wb") as out, open(self.cwd / "stderr", "wb") as err:
            self.process = subprocess.Popen(command, cwd=self.cwd, stdin=subprocess.PIPE,
                                            stdout=out, stderr=err, env=quiet_environment())
        self.pid = self.process.pid

    @property
    def stdout(self):
        return (self.cwd / "stdout").read_text()

    @property
    def stderr(self):
        return (self.cwd / "stderr").read_text()

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, line, answer):
        """Says `line` and waits for one more line of output that matches `answer`."""
        known = len(self._lines_of_stdout())
        self.say(line)
        self.await_that(lambda: len(self._lines_of_stdout()) > known, f"an answer to {line!r}")
        found = re.fullmatch(answer, self._lines_of_stdout()[known])
        assert found, f"{line!r} was answered with {self._lines_of_stdout()[known]!r}"
        return found

    def await_line(self, pattern):
        def is_there():
            return any(re.fullmatch(pattern, line) for line in self._lines_of_stdout())

        self.await_that(is_there, f"the line {pattern!r}")

    def await_stderr(self, pattern):
        self.await_that(lambda: re.search(pattern, self.stderr), f"{pattern!r} on stderr")
        return re.search(pattern, self.stderr)

    def await_file(self, pattern):
        """The one file of this name. Taproot's files appear whole, so it may be read at once."""
        self.await_that(lambda: list(self.cwd.glob(pattern)), f"the file {pattern}")
        (found,) = self.cwd.glob(pattern)
        return found

    def await_that(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if self.process.poll() is not None and not condition():
                raise AssertionError(f"the JVM ended without {what}\n{self._last_words()}")
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"waited in vain for {what}\n{self._last_words()}")
            time.sleep(0.01)

    def wait(self, patience=PATIENCE):
        """Its exit status; a JVM that does not come to its end is killed and fails the test."""
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the JVM did not end\n{self._last_words()}") from None
        self.process.stdin.close()
        assert status >= 0, (f"the JVM was ended by {signal.Signals(-status).name}\n"
                             f"{self._last_words()}")
        return status

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _lines_of_stdout(self):
        text = self.stdout
        return text[:text.rfind("\n") + 1].splitlines()  # not one that is still being written

    def _last_words(self):
        return f"stdout: {self.stdout[-2000:]}\nstderr: {self.stderr[-4000:]}"
