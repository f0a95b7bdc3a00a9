"""What a JVM leaves behind when it crashes. No test may pass beside it."""
from pathlib import Path

_TRACES = ("**/hs_err_pid*.log", "**/core", "**/core.*", "**/replay_pid*.log")


def traces_of_crashes(folder, pids=()):
    """In a folder, and those of our children in /tmp: there a JVM goes that cannot write."""
    found = [path for pattern in _TRACES for path in Path(folder).glob(pattern) if path.is_file()]
    for pid in pids:
        found += [path for path in Path("/tmp").glob(f"*_pid{pid}.log")]
    return found
