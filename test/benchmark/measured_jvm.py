"""A JVM that runs HeapBench, and what a capture costs it and everybody else."""
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import dist  # noqa: E402
from harness.jdks import quiet_environment  # noqa: E402
from harness.jvm import api_flags, attach_flags  # noqa: E402

BETWEEN_SAMPLES = 0.1  # seconds


class ChildMemory:
    """The highest sum of what children of a process had for themselves alone, in MiB: a page of the parent that either
    of the two has written to since the fork is there twice, and the child has one of them."""

    def __init__(self, pid):
        self.peak = 0.0
        self._pid = pid
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()

    def _watch(self):
        while not self._over.wait(BETWEEN_SAMPLES):
            self.peak = max(self.peak, sum(map(_private_mib, _children(self._pid))))


def _children(pid):
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += task.read_text().split()
        except OSError:
            pass  # the thread has ended
    return found


def _private_mib(pid):
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0  # the child has ended
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


class MeasuredJvm:
    """HeapBench with so many objects, ready to be captured."""

    def __init__(self, jdk, folder, objects, flags, watched=0):
        self._jdk = jdk
        self.folder = Path(folder)
        subprocess.run([jdk.tool("javac"), "-nowarn", "-cp", dist.API_JAR, "-d", folder,
                        HERE / "java" / "HeapBench.java"], check=True)
        command = [jdk.tool("java"), *flags, f"-Djava.io.tmpdir={folder}", f"-Dtaproot.library.path={dist.LIBRARY}",
                   *api_flags(jdk), *attach_flags(jdk), "-cp", f"{folder}:{dist.API_JAR}",
                   "HeapBench", str(objects), str(watched)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                         env=quiet_environment())
        assert self._process.stdout.readline() == "ready\n", "HeapBench did not come up"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()

    def _say(self, line):
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def ask(self, command):
        """[pause_ms, total_ms, objects] of the capture; None each if it tells none, or if there is none."""
        answer = self._say(f"ask {command}")
        if answer.startswith("failed"):
            print(f"  {command}: {answer}", file=sys.stderr)
            return [None, None, None]
        return [None if word == "-" else float(word) for word in answer.split()]

    def dump(self):
        """A heap dump by jcmd, and how large it is."""
        file = self.folder / "heap.hprof"
        file.unlink(missing_ok=True)
        subprocess.run([self._jdk.tool("jcmd"), str(self._process.pid), "GC.heap_dump", str(file)], check=True,
                       stdout=subprocess.DEVNULL, env=quiet_environment())
        return file

    def measure(self, work):
        """What it costs when `work` is called: a dictionary; `work` returns [pause_ms, total_ms, objects]."""
        self._say("begin")
        with ChildMemory(self._process.pid) as memory:
            begin = time.monotonic()
            pause, total, objects = work()
            wall = (time.monotonic() - begin) * 1000
        cpu, gap, peak = map(float, self._say("end").split())
        return {"wall_ms": wall, "cpu_ms": cpu, "gap_ms": gap, "pause_ms": pause, "capture_ms": total,
                "peak_mib": peak + memory.peak, "objects": objects}


def median(rows, column):
    values = [row[column] for row in rows if row[column] is not None]
    return statistics.median(values) if values else None


def median_ratio(dividends, divisors, column):
    """Of the rounds' own ratios: on a shared machine those are what can be believed."""
    ratios = [a[column] / b[column] for a, b in zip(dividends, divisors) if a[column] and b[column]]
    return statistics.median(ratios) if ratios else None


def available_gib():
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) / 2**20
    return 0
