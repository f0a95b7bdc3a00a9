"""Ways of capturing one heap, measured in turns in one process, on every JDK.

    python3 test/benchmark/capture_bench.py [--millions 1 6 45] [--rounds N] [--collector G1] [--jdk 25] [--heap 8g] [--ways fork "heap dump"]

Prints a table for each JDK and size: medians over the rounds, and what is gained as the median of the rounds' ratios.
CPU time counts the forked child's. Memory is what the process grew by at its highest and what the child had for itself
alone, together. The longest gap is what a thread of the application noticed. These machines are shared: believe the
ratios, not the times.
"""
import argparse
import sys
import tempfile
from collections import defaultdict

from measured_jvm import MeasuredJvm, available_gib, median, median_ratio

from harness import jdks

ASKED = {"fork": "paths,capture=fork", "follow, address": "paths,capture=follow,identity=address",
         "follow, tags": "paths,capture=follow,identity=tags"}
DUMP = "heap dump"
COLUMNS = {"wall_ms": "wall ms", "cpu_ms": "CPU ms", "gap_ms": "longest gap ms", "pause_ms": "told pause ms",
           "capture_ms": "graph there ms", "peak_mib": "memory MiB"}
NOT_FORKED = {"Z", "Shenandoah"}
RATIOS = [(DUMP, "fork", "gap_ms"), ("follow, address", "fork", "gap_ms"), ("follow, address", "fork", "cpu_ms"),
          ("follow, tags", "follow, address", "cpu_ms"), ("follow, tags", "follow, address", "gap_ms"),
          ("follow, tags", "follow, address", "wall_ms")]
# What following by address and by tags takes beside the heap, measured: GiB for a million objects.
FOLLOW_GIB = {"follow, address": 0.11, "follow, tags": 0.17}


def ways_for(options, millions):
    if options.ways:
        return options.ways
    ways = [] if options.collector in NOT_FORKED else ["fork", DUMP]
    for way, gib in FOLLOW_GIB.items():
        if available_gib() - float(options.heap.rstrip("g")) > gib * millions + 1:
            ways.append(way)
        else:
            print(f"{way}: left out, for there is not enough memory for {millions} million objects", file=sys.stderr)
    return ways


def measure(jdk, options, millions):
    """By way, a list of what each round has cost."""
    rounds = defaultdict(list)
    ways = ways_for(options, millions)
    flags = [f"-XX:+Use{options.collector}GC", f"-Xms{options.heap}", f"-Xmx{options.heap}"]
    with tempfile.TemporaryDirectory(dir=options.folder) as folder, \
            MeasuredJvm(jdk, folder, int(millions * 1e6), flags) as jvm:
        for _ in range(options.rounds):
            for way in ways:
                rounds[way].append(jvm.measure(lambda: take(jvm, way)))
    return rounds


def take(jvm, way):
    if way != DUMP:
        return jvm.ask(ASKED[way])
    jvm.dump().unlink()
    return None, None, None


def show(jdk, options, rounds):
    captured = next(way for way in rounds if way != DUMP)
    objects = median(rounds[captured], "objects")
    if not objects:
        print(f"\n{jdk.name}, {options.collector}: nothing was captured")
        return
    print(f"\n{jdk.name}, {options.collector}, {objects:,.0f} objects, heap of {options.heap}, medians of {options.rounds} rounds")
    print(f"{'':18}" + "".join(f"{head:>17}" for head in COLUMNS.values()))
    for way in rounds:
        cells = [median(rounds[way], column) for column in COLUMNS]
        print(f"{way:18}" + "".join(f"{'-':>17}" if cell is None else f"{cell:17,.0f}" for cell in cells))
    if "fork" in rounds:
        print(f"fork: {median(rounds['fork'], 'cpu_ms') / objects * 1e4:,.2f} s of CPU for 10 million objects")
    for dividend, divisor, column in RATIOS:
        if dividend in rounds and divisor in rounds:
            ratio = median_ratio(rounds[dividend], rounds[divisor], column)
            if ratio:
                print(f"{dividend} / {divisor}, {COLUMNS[column]}: {ratio:,.1f}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=float, nargs="+", default=[1, 6, 45])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--collector", default="G1")
    parser.add_argument("--heap", default="8g")
    parser.add_argument("--jdk", type=int, help="a feature version; all that are here if not said")
    parser.add_argument("--folder", help="where heap dumps go")
    parser.add_argument("--ways", nargs="+", choices=[DUMP, *ASKED], help="these alone")
    options = parser.parse_args()
    for jdk in jdks.find_jdks():
        if options.jdk in (None, jdk.feature):
            for millions in options.millions:
                show(jdk, options, measure(jdk, options, millions))


if __name__ == "__main__":
    main()
