"""JVMs of other users and in namespaces of their own, and a command line that all can run."""
import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from harness import dist
from harness.cli import Run, environment
from harness.jdks import quiet_environment
from harness.jvm import PATIENCE, api_flags, attach_flags

NOBODY = pwd.getpwnam("nobody")
AS_NOBODY = ["setpriv", f"--reuid={NOBODY.pw_uid}", f"--regid={NOBODY.pw_gid}", "--clear-groups"]
# What each begins with a shell that mounts what it likes before it becomes the JVM.
NET_AND_MOUNTS = ["unshare", "--net", "--mount"]
PIDS = ["unshare", "--pid", "--fork", "--kill-child=TERM", "--net", "--mount", "--mount-proc"]
OWN_USERS = [*AS_NOBODY, "unshare", "--user", "--map-root-user", "--pid", "--fork",
             "--kill-child=TERM", "--net"]
NEW_TMP = "mount -t tmpfs -o mode=1777 none /tmp"


class Place:
    """A folder that every user may read, outside of /tmp, with the command line in it."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp(prefix="taproot-test-", dir="/var/tmp"))
        self.path.chmod(0o755)
        for name in ["bin/taproot", "lib/libtaproot.so"]:
            (self.path / name).parent.mkdir(exist_ok=True)
            shutil.copy(dist.DIST / name, self.path / name)
            (self.path / name).chmod(0o755)

    def bring(self, source, name):
        """A copy of a file or a folder, once."""
        copy = self.path / name
        if not copy.exists():
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy)
            subprocess.run(["chmod", "-R", "a+rX", copy], check=True)
        return copy

    def taproot(self, *words, prefix=()):
        run = subprocess.run([*prefix, self.path / "bin/taproot", *map(str, words)],
                             cwd="/", env=environment(), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        return Run(run.returncode, run.stdout.decode(), run.stderr.decode())

    def remove(self):
        shutil.rmtree(self.path)


def _parents():
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
        except OSError:
            pass
    return parents


def _java_below(pid):
    """The JVM that a process has become, or that is one of its descendants."""
    parents = _parents()
    family = [pid]
    for _ in range(8):
        family += [child for child, parent in parents.items()
                   if parent in family and child not in family]
    for candidate in family:
        try:
            if Path(f"/proc/{candidate}/comm").read_text() == "java\n":
                return candidate
        except OSError:
            pass
    return None


@dataclass
class Server:
    """A running apps.Server."""
    process: subprocess.Popen
    folder: Path  # its working directory, as we see it
    pid: int = 0

    def await_ready(self):
        deadline = time.monotonic() + PATIENCE
        while "ready" not in self.stdout:
            assert self.process.poll() is None, self.stderr
            assert time.monotonic() < deadline, self.stderr
            time.sleep(0.02)
        self.pid = _java_below(self.process.pid)

    @property
    def stdout(self):
        return (self.folder / "stdout").read_text()

    @property
    def stderr(self):
        return (self.folder / "stderr").read_text()

    def tmp(self):
        """What lies in its /tmp, but for the socket and the counters."""
        names = os.listdir(f"/proc/{self.pid}/root/tmp")
        return {name for name in names if name.startswith((".attach", ".taproot", "taproot"))}

    def end(self):
        """Gently, for then the JVM takes its socket out of a /tmp that others share."""
        for number in [signal.SIGTERM, signal.SIGKILL]:
            for pid in filter(None, [self.pid, self.process.pid]):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
                break
        self.process.wait(PATIENCE)
        self.process.stdin.close()


def serve(place, jdk, classes, prefix=(), first="true", user=(), flags=(), main="apps.Server"):
    """Starts one: `prefix` leads into its namespaces, `first` is done there, `user` runs it."""
    folder = Path(tempfile.mkdtemp(prefix="jvm-", dir=place.path))
    folder.chmod(0o777)
    path = f"{place.bring(classes, jdk.name)}:{place.bring(dist.API_JAR, 'api.jar')}"
    java = [*user, jdk.tool("java"), "-Xmx64m", *api_flags(jdk), *attach_flags(jdk), *flags,
            "-cp", path, main]
    with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
        process = subprocess.Popen([*prefix, "sh", "-c", f'{first} && exec "$@"', "sh", *java],
                                   cwd=folder, stdin=subprocess.PIPE, stdout=out, stderr=err,
                                   env=quiet_environment())
    return Server(process, folder)
