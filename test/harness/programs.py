"""Compiling the Java programs and native helpers that the tests run."""
import subprocess
from pathlib import Path

from harness import dist
from harness.jdks import quiet_environment

TEST = dist.PROJECT / "test"


def compile_java(jdk, sources, out, class_path=()):
    """With full debug information, as Maven and Gradle do, by the JDK's own compiler."""
    files = sorted(map(str, (path for folder in sources for path in Path(folder).rglob("*.java"))))
    command = [jdk.tool("javac"), "-g", "-nowarn", "-XDignore.symbol.file", "-d", str(out),
               "-cp", ":".join(map(str, class_path)), *files]
    _run(command)
    return Path(out)


def compile_c(jdk, source, out):
    _run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", f"-I{jdk.home}/include",
          f"-I{jdk.home}/include/linux", "-o", str(out), str(source)])
    return Path(out)


def _run(command):
    run = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=quiet_environment())
    assert run.returncode == 0, f"{' '.join(command)}\n{run.stdout}"
