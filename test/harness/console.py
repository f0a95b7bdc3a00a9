"""Console sessions in documentation: what they show, and whether it is what comes.

A session is a fenced block of the kind `console`: lines that begin with "$ " are commands, the lines up to the next
command are what it prints, and a line "…" alone stands for any number of lines.
"""
import re
from dataclasses import dataclass, field

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SKIP = "…"

# What differs from run to run, most special first.
VARYING = [
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<uuid>"),
    (r"\b(?=[0-9a-f]*\d)[0-9a-f]{8}\b", "<signature>"),
    (r"\d+\.\d+\.\d+[+.\w-]*", "<version>"),
    (r"(?:[\w.@~+-]*/)+", ""),                           # folders
    (r"\d[\d,]*(?:\.\d+)?", "<n>"),
    (r"<n> ?(?:bytes|B|KiB|MiB|GiB)\b", "<size>"),
    (r"<n> ?(?:ms|s|min|h)\b", "<time>"),
    (r"~+", "~"),                                        # under a number, as long as that
    (r"\s+", " "),
]


@dataclass
class Step:
    command: str
    output: list = field(default_factory=list)


def sessions(markdown):
    """Each console block as a list of steps."""
    found = []
    for kind, body in FENCE.findall(markdown):
        if kind != "console":
            continue
        steps = []
        for line in body.splitlines():
            if line.startswith("$ "):
                steps.append(Step(line[2:]))
            else:
                assert steps, f"output before the first command: {line!r}"
                steps[-1].output.append(line)
        found.append(steps)
    return found


def shape(line):
    for pattern, name in VARYING:
        line = re.sub(pattern, name, line)
    return line.strip()


def difference(shown, printed):
    """None if the shape of what is printed is as shown; else what is missing, in words."""
    printed = [shape(line) for line in printed]
    at, may_skip = 0, False
    for line in shown:
        if line.strip() == SKIP:
            may_skip = True
            continue
        wanted = shape(line)
        if may_skip:
            while at < len(printed) and printed[at] != wanted:
                at += 1
        if at >= len(printed) or printed[at] != wanted:
            actual = printed[at] if at < len(printed) else "the end"
            return f"{wanted!r} is shown, {actual!r} came"
        at, may_skip = at + 1, False
    if at < len(printed) and not may_skip:
        return f"nothing more is shown, {printed[at]!r} came"
    return None
