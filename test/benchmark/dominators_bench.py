"""Dominators and retained sizes of the heaps of two real programs, beside a plain simple Lengauer-Tarjan.

    python3 test/benchmark/dominators_bench.py [--objects N] [--bench build/release/test/taproot_bench] [--keep FOLDER]

Starts each program with the agent, takes a snapshot, and runs the C++ benchmark on both snapshots and on a random graph, in one process and in
turns. These machines are shared: believe the ratios, not the times.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import dist, jdks  # noqa: E402

PROGRAMS = ["HeapTrees", "HeapPeople"]


def take_snapshot(jdk, program, objects, folder):
    """Runs the program until it is ready and answers with the snapshot file."""
    snapshot = Path(folder) / f"{program}.taproot"
    subprocess.run([jdk.tool("javac"), "-nowarn", "-d", folder, HERE / "java" / f"{program}.java"], check=True)
    command = [jdk.tool("java"), "-XX:+UseParallelGC", "-Xms2g", "-Xmx3g", f"-agentpath:{dist.LIBRARY}", "-cp", folder, program, str(objects)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as java:
        try:
            for line in java.stdout:
                if line.strip() == "ready":
                    break
            subprocess.run([jdk.tool("jcmd"), str(java.pid), "JVMTI.agent_load", str(dist.LIBRARY), f'"snapshot,output={snapshot}"'], check=True)
        finally:
            java.kill()
    if not snapshot.exists():
        sys.exit(f"{program} gave no snapshot")
    return snapshot


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, default=10_000_000)
    parser.add_argument("--bench", default=HERE.parent.parent / "build" / "release" / "test" / "taproot_bench")
    parser.add_argument("--keep", help="a folder in which the snapshots stay, and are used again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        files = []
        for program in PROGRAMS:
            kept = Path(folder) / f"{program}.taproot"
            files.append(kept if kept.exists() else take_snapshot(jdks.find_jdks()[0], program, options.objects, folder))
        environment = {**os.environ, "TAPROOT_BENCH_SNAPSHOTS": ":".join(map(str, files))}
        subprocess.run([options.bench, "--benchmark_filter=^dominators/", "--benchmark_counters_tabular=true"], env=environment, check=True)


if __name__ == "__main__":
    main()
