"""The command line where the user, a file or a reader is not as it expects."""
import os
import signal
import subprocess
import time

from harness.cli import answered, begun, taproot
from harness.jvm import PATIENCE


# --- a reader that has stopped ---

def await_standstill(run):
    """Until the run has written something and writes no more."""
    deadline, before = time.monotonic() + PATIENCE, ""
    while time.monotonic() < deadline and run.poll() is None:
        with open(f"/proc/{run.pid}/io") as file:
            state = file.read()
        if state == before and "wchar: 0\n" not in state:
            return True
        before = state
        time.sleep(0.5)
    return False


def test_one_signal_ends_who_waits_for_a_reader(serve):
    server = serve()
    answered("snapshot", server.pid, "-o", "heap.taproot", cwd=server.cwd)
    for target in (server.pid, "heap.taproot"):
        reading, writing = os.pipe()
        run = begun("report", target, "-o", "-", "-f", "json", stdout=writing, cwd=server.cwd)
        try:
            assert await_standstill(run)
            run.send_signal(signal.SIGTERM)
            assert run.communicate(timeout=10)[1] == b"taproot: cancelled\n"
            assert run.returncode == 130
        finally:
            run.kill()
            run.wait()
            os.close(reading)
            os.close(writing)
    server.ask("ping", "pong")


# --- the end without any patience ---

def test_the_third_signal_leaves_no_file_behind(serve):
    server = serve()
    with begun("growth", server.pid, "--every", "1h", "-o", "g.txt", cwd=server.cwd) as run:
        server.await_that(lambda: "measuring growth" in answered("status", server.pid), "growth")
        server.await_file("g.txt.*.tmp")
        os.kill(server.pid, signal.SIGSTOP)  # so that it does not end by the first one
        try:
            for _ in range(3):
                run.send_signal(signal.SIGTERM)
                time.sleep(0.3)
            run.communicate(timeout=10)
        finally:
            os.kill(server.pid, signal.SIGCONT)
        assert run.returncode == 130
    assert list(server.cwd.glob("g.txt*")) == []


# --- targets and files ---

def test_a_jvm_is_found_by_what_ps_prints_though_there_is_a_file_of_that_name(jdk, tmp_path):
    jar = tmp_path / f"sleeping{os.getpid()}.jar"
    (tmp_path / "Sleeping.java").write_text(
        "class Sleeping { public static void main(String[] a) throws Exception {"
        " System.out.println(1); Thread.sleep(600_000); } }")
    for tool, *words in (["javac", "Sleeping.java"],
                         ["jar", "cfe", jar, "Sleeping", "Sleeping.class"]):
        subprocess.run([jdk.home / "bin" / tool, *words], cwd=tmp_path, check=True)
    with subprocess.Popen([jdk.home / "bin" / "java", "-jar", jar],
                          stdout=subprocess.PIPE, cwd=tmp_path) as run:
        try:
            run.stdout.readline()
            for target in (jar, jar.name):
                assert f"process {run.pid}" in answered("status", target, cwd=tmp_path)
            (tmp_path / "other").mkdir()
            answered("snapshot", run.pid, "-o", tmp_path / "other" / "heap.taproot")
            (tmp_path / "other" / "heap.taproot").rename(tmp_path / "other" / jar.name)
            refused = taproot("status", jar.name, cwd=tmp_path / "other")
            assert refused.code == 3 and "is a file" in refused.err
        finally:
            run.kill()


def test_a_file_to_compare_with_that_is_not_there_is_told_before_the_jvm_is_asked(serve):
    server = serve()
    for words in (["diff", "none.taproot", server.pid], ["diff", "none.taproot", "none.taproot"]):
        run = taproot(*words, cwd=server.cwd)
        assert (run.code, run.out) == (3, "")
        assert "none.taproot: No such file or directory" in run.err
    assert "libtaproot" not in open(f"/proc/{server.pid}/maps").read()


# --- formats ---

def test_the_name_tells_the_format_of_later_dumps(serve):
    server = serve()
    answered("start", server.pid, "--signal", "USR1", "-o", "y.html", cwd=server.cwd)
    os.kill(server.pid, signal.SIGUSR1)
    assert "<html" in server.await_file("y.html").read_text()


def test_no_file_is_called_what_it_is_not(serve):
    server = serve()
    run = taproot("growth", server.pid, "--scenario", "begin", "-o", "b.html", cwd=server.cwd)
    assert (run.code, run.out) == (2, "")
    assert "--format html is not for the answer of this step, which is text" in run.err
    assert not (server.cwd / "b.html").exists()


def test_an_answer_without_a_line_is_told_to_be_empty(serve):
    server = serve()
    run = taproot("dominators", server.pid, "--by", "thread", "-f", "flame", "--min-retained", "1000GB")
    assert (run.code, run.out) == (0, "")
    assert run.err.startswith("note: the answer is empty")


# --- a gate that watches nothing ---

def test_a_class_that_is_gone_is_told_to_who_only_looks_at_the_code(serve):
    server = serve()
    words = ["leaks", server.pid, "--watch", "no.Such", "--fail-on-leak"]
    for how in ([], ["-f", "json"], ["--capture", "fork"]):
        run = taproot(*words, *how)
        assert run.code == 0
        assert run.err == "note: patterns to watch that name no class that is loaded: 1\n"
    assert taproot(*words[:-1]).err == ""
