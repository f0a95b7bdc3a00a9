"""Ways of capturing one heap, measured side by side in one process, on every JDK.

    python3 test/benchmark/capture_bench.py [--objects N] [--rounds N] [--collector G1]

Prints a table for each JDK: medians over the rounds, and what address identity gains over tags as the median of the rounds' ratios. These
machines are shared: believe the ratios, not the times.
"""
import argparse
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import dist, jdks  # noqa: E402

WAYS = ["tags", "address", "contents", "dump"]
NAMES = {"tags": "follow, tags", "address": "follow, address", "contents": "... and waste", "dump": "heap dump"}
COLUMNS = ["wall_ms", "cpu_ms", "gap_ms", "pause_ms", "capture_ms", "peak_native_mib", "objects"]
HEADS = ["wall ms", "CPU ms", "longest gap ms", "pause ms", "capture ms", "peak native MiB"]


def measure(jdk, options):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([jdk.tool("javac"), "-nowarn", "-cp", dist.API_JAR, "-d", folder,
                        HERE / "java" / "HeapBench.java"], check=True)
        command = [jdk.tool("java"), f"-XX:+Use{options.collector}GC", "-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch",
                   f"-Djava.io.tmpdir={folder}", "-cp", f"{folder}:{dist.API_JAR}"]
        if jdk.feature >= 24:
            command.append("--enable-native-access=ALL-UNNAMED")
        ways = WAYS * options.rounds
        run = subprocess.run([*command, "HeapBench", str(options.objects), *ways], check=True, text=True,
                             stdout=subprocess.PIPE)
    rounds = defaultdict(list)
    for line in run.stdout.splitlines():
        way, *numbers = line.split()
        rounds[way].append({c: float(n) if n != "-" else None for c, n in zip(COLUMNS, numbers)})
    return rounds


def median(rows, column):
    values = [row[column] for row in rows if row[column] is not None]
    return statistics.median(values) if values else None


def show(jdk, options, rounds):
    objects = median(rounds["address"], "objects")
    print(f"\n{jdk.name}, {options.collector}, {objects:,.0f} objects, medians of {options.rounds} rounds")
    print(f"{'':18}" + "".join(f"{head:>17}" for head in HEADS))
    for way in WAYS:
        cells = [median(rounds[way], column) for column in COLUMNS[:6]]
        print(f"{NAMES[way]:18}" + "".join(f"{'-':>17}" if c is None else f"{c:17,.0f}" for c in cells))
    for column, head in zip(COLUMNS[:6], HEADS):
        ratios = [tags[column] / address[column] for tags, address in zip(rounds["tags"], rounds["address"])
                  if address[column]]
        print(f"tags / address, {head}: {statistics.median(ratios):.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--objects", type=int, default=6_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--collector", default="G1")
    options = parser.parse_args()
    for jdk in jdks.find_jdks():
        show(jdk, options, measure(jdk, options))


if __name__ == "__main__":
    main()
