"""What /proc tells of a JVM and of the children that it has."""
import os
from pathlib import Path


def children(pid):
    """Those that live and those that are not reaped."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            found += map(int, (task / "children").read_text().split())
        except OSError:
            pass  # a thread that has ended
    return found


def open_descriptors(pid):
    """What they lead to, sorted."""
    links = []
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            links.append(os.readlink(entry))
        except OSError:
            pass  # closed meanwhile
    return sorted(links)


def mappings(pid):
    """How many, and how many of them several processes may share."""
    lines = Path(f"/proc/{pid}/maps").read_text().splitlines()
    return len(lines), sum(line.split()[1][3] == "s" for line in lines)


def resident(pid):
    """Bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
