"""`taproot leaks PID` on the demo server, from the shell's point of view, beside a heap dump of the same server, in turns,
on every JDK.

    python3 test/benchmark/leaks_bench.py [--rounds N] [--jdk 25]

The time that the forced collections took is what the answer says of them; it is taken off.
"""
import argparse
import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import measured_jvm  # noqa: F401  finds the harness

from harness import dist, jdks
from harness.demo_server import DemoServer
from harness.jdks import quiet_environment

TAPROOT = dist.DIST / "bin" / "taproot"


def timed(command):
    begin = time.monotonic()
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=quiet_environment())
    return (time.monotonic() - begin) * 1000, run.stdout


def by_taproot(server):
    wall, out = timed([TAPROOT, "leaks", str(server.pid), "--delay", "0s", "--format", "json"])
    document = json.loads(out)
    forced = [re.search(r"forced \d+ collections, which took (\d+) ms", note) for note in document["notes"]]
    collections = sum(float(each.group(1)) for each in forced if each)
    assert document["watched"]["total"] > 0, "the demo watches nothing"
    return {"wall": wall, "collections": collections, "beyond collections": wall - collections,
            "pause": document["capture"]["pauseMs"]}


def by_dump(jdk, server, folder):
    file = Path(folder) / "heap.hprof"
    wall, _ = timed([jdk.tool("jcmd"), str(server.pid), "GC.heap_dump", str(file)])
    file.unlink()
    return {"wall": wall}


def run(jdk, rounds):
    asked, dumped = [], []
    with tempfile.TemporaryDirectory() as folder, DemoServer(jdk, folder) as server:
        for _ in range(rounds):
            asked.append(by_taproot(server))
            dumped.append(by_dump(jdk, server, folder))
    print(f"\n{jdk.name}, demo server, medians of {rounds} rounds")
    for name, results in (("taproot leaks", asked), ("jcmd GC.heap_dump", dumped)):
        parts = {part: statistics.median(each[part] for each in results) for part in results[0]}
        print(f"  {name:18}" + "   ".join(f"{part} {value:,.0f} ms" for part, value in parts.items()))
    ratio = statistics.median(d["wall"] / a["beyond collections"] for d, a in zip(dumped, asked))
    print(f"  dump / leaks beyond collections: {ratio:,.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jdk", type=int, help="a feature version; all that are here if not said")
    options = parser.parse_args()
    for jdk in jdks.find_jdks():
        if options.jdk in (None, jdk.feature):
            run(jdk, options.rounds)


if __name__ == "__main__":
    main()
