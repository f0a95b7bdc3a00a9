"""A whole answer, by Taproot and by a heap dump that is read elsewhere, in turns, on every JDK.

    python3 test/benchmark/answer_bench.py [--millions 6] [--rounds N] [--collector G1] [--jdk 25] [--watched 100]

The answer: the retained size of every object, and the paths of so many watched ones. Taproot gives it by `leaks`, from
the request to the report. The other way is `jcmd GC.heap_dump` and VisualVM's library: open the file, work out retained
sizes, ask for the paths of as many objects. Starting its JVM is not counted.
"""
import argparse
import statistics
import subprocess
import sys
import tempfile
import time

from measured_jvm import HERE, MeasuredJvm

from harness import dist, jdks
from harness.jdks import quiet_environment

COMMAND = "leaks,format=json,capture=fork,verify=graph,delay=0s"
READER = dist.PROJECT / "build" / "heap-dump-answer" / "heap-dump-answer.jar"


def build_reader():
    subprocess.run(["mvn", "-q", "-B", "-f", HERE / "visualvm" / "pom.xml", "package"], check=True,
                   stdin=subprocess.DEVNULL)


def by_dump(jdk, jvm, options):
    begin = time.monotonic()
    file = jvm.dump()
    dumped = (time.monotonic() - begin) * 1000
    run = subprocess.run([jdk.tool("java"), "-Xmx4g", f"-Djava.io.tmpdir={jvm.folder}", "-cp", READER, "DumpAnswer", file,
                          "HeapBench$Person", str(options.watched)], check=True, stdout=subprocess.PIPE, text=True,
                         env=quiet_environment())
    file.unlink()
    opened, retained, paths, _ = map(float, run.stdout.split())
    return {"dump": dumped, "open": opened, "retained sizes": retained, "paths": paths,
            "together": dumped + opened + retained + paths}


def by_fork(jvm):
    begin = time.monotonic()
    pause, captured, _ = jvm.ask(COMMAND)
    together = (time.monotonic() - begin) * 1000
    assert captured, "there is no answer"
    return {"graph there": captured, "analysis, report": together - captured, "together": together, "pause": pause}


def show(name, rounds):
    parts = {part: statistics.median(each[part] for each in rounds) for part in rounds[0]}
    print(f"  {name:12}" + "   ".join(f"{part} {value:,.0f} ms" for part, value in parts.items()))


def run(jdk, options):
    flags = [f"-XX:+Use{options.collector}GC", "-Xms4g", "-Xmx4g"]
    forks, dumps = [], []
    with tempfile.TemporaryDirectory(dir=options.folder) as folder, \
            MeasuredJvm(jdk, folder, int(options.millions * 1e6), flags, options.watched) as jvm:
        for _ in range(options.rounds):
            forks.append(by_fork(jvm))
            dumps.append(by_dump(jdk, jvm, options))
    print(f"\n{jdk.name}, {options.collector}, {options.millions:g} million objects, {options.watched} watched, "
          f"medians of {options.rounds} rounds")
    show("fork", forks)
    show("heap dump", dumps)
    ratio = statistics.median(d["together"] / f["together"] for d, f in zip(dumps, forks))
    print(f"  heap dump / fork: {ratio:,.1f}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--collector", default="G1")
    parser.add_argument("--watched", type=int, default=100)
    parser.add_argument("--jdk", type=int, help="a feature version; all that are here if not said")
    parser.add_argument("--folder", help="where heap dumps go")
    options = parser.parse_args()
    build_reader()
    for jdk in jdks.find_jdks():
        if options.jdk in (None, jdk.feature):
            run(jdk, options)


if __name__ == "__main__":
    main()
