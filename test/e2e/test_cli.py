"""The command line on running JVMs: every verb, targets, exit codes, pipes."""
import json
import os
import re
import signal
import subprocess

import pytest

from harness import answers
from harness.cli import PROGRAM, answered, begun, environment, taproot
from harness.jvm import PATIENCE

VERBS = {
    "leaks --watch apps.Session --delay 0s": r"LEAK  apps\.Session",
    "paths --class apps.Session": r"GC root: static field apps\.Server\.ACTIVE",
    "paths --class apps.Session --merged": r"MERGED PATHS  3 objects",
    "suspects --min 0": r"suspects?: ",
    "dominators --depth 2 --top 3": r"by object",
    "histogram --top 3": r"total +[\d,]+",
    "profile --class apps.Session": r"Session#cart",
    "size --class apps.Session": r"^deep +[\d,]+",
    "threads --top 2": r"THREAD  ",
    "waste --top 3": r"to gain",
    "growth --rounds 2 --every 100ms": r"^2 rounds in ",
    "watch --class java.util.ArrayList": r"now watching \d+ more instances",
    "status": r"^library: .*libtaproot\.so$",
    "start --signal USR1": r"dumps on: SIGQUIT, data_dump, SIGUSR1",
    "stop": r"no longer watching \d+ objects",
    "dump": r'"verb": "dump"',
}


def test_every_verb_is_answered_on_a_running_jvm(serve):
    server = serve()
    for verb, pattern in VERBS.items():
        name, *options = verb.split()
        out = answered(name, server.pid, *options)
        assert re.search(pattern, out, re.MULTILINE), f"{verb}: {out}"
        server.ask("ping", "pong")
    assert server.stdout == "ready\n" + "pong\n" * len(VERBS)
    assert server.stderr == ""


def test_unwatch_forgets_one(serve):
    server = serve()
    answered("watch", server.pid, "--class", "apps.Session")
    assert "no longer watching 1 object" in answered("unwatch", server.pid, "--watched", "1")
    assert "watching 2 objects" in answered("status", server.pid)


def test_cancel_without_work_fails_with_the_reason(serve):
    server = serve()
    run = taproot("cancel", server.pid)
    assert run.code == 4
    assert "there is nothing to cancel" in run.err


def test_cancel_ends_what_another_asks(serve):
    server = serve()
    growth = begun("growth", server.pid, "--every", "1h")
    server.await_that(lambda: "measuring growth" in answered("status", server.pid), "growth")
    assert "cancelled: growth" in answered("cancel", server.pid)
    _, err = growth.communicate(timeout=PATIENCE)
    assert growth.returncode == 4
    assert err == b"taproot: cancelled\n"


ON_FILES = ["paths --class apps.Session", "suspects", "dominators", "histogram",
            "profile --class apps.Session", "size --class apps.Session", "threads", "waste",
            "leaks", "report -o -"]


def test_a_snapshot_answers_as_the_jvm_does(serve):
    server = serve()
    out = answered("snapshot", server.pid, "-o", "heap.taproot", cwd=server.cwd)
    snapshot = server.cwd / "heap.taproot"
    assert out.splitlines()[-1].startswith(f"wrote {snapshot}: ")
    assert snapshot.stat().st_mode & 0o777 == 0o600
    for verb in ON_FILES:
        name, *options = verb.split()
        out = answered(name, "heap.taproot", *options, cwd=server.cwd)
        assert str(server.pid) in out, verb
    server.ask("fill 1000", "filled")
    for after in (server.pid, "heap.taproot"):
        diff = json.loads(answered("diff", "heap.taproot", after, "-f", "json", cwd=server.cwd))
        grown = {row["class"] for row in diff["diff"]["classes"]["rows"]}
        assert ("java.util.HashMap$Node" in grown) == (after == server.pid)


def test_a_snapshot_without_a_name_is_named_after_the_process(serve):
    server = serve()
    answered("snapshot", server.pid, cwd=server.cwd)
    (found,) = server.cwd.glob(f"taproot-{server.pid}-*.taproot")
    assert found.stat().st_size > 100_000


@pytest.mark.parametrize("verb", ["growth", "watch", "status", "start", "snapshot", "dump", "stop"])
def test_what_needs_a_running_jvm_is_refused_for_a_file(tmp_path, verb):
    (tmp_path / "heap.taproot").write_text("whatever")
    more = ["--class", "a.B"] if verb == "watch" else []
    run = taproot(verb, "heap.taproot", *more, cwd=tmp_path)
    assert run.code == 3
    assert f"{verb} needs a running JVM: {tmp_path}/heap.taproot is a file" in run.err


# --- targets ---

def test_ps_lists_what_jps_lists_and_more(serve):
    server = serve()
    row = re.search(rf"^ *{server.pid} +(.*)$", answered("ps"), re.MULTILINE).group(1)
    assert re.fullmatch(r"\S+ +[\d.+_]+ +G1 +.* +no +apps\.Server", row), row
    (found,) = [p for p in json.loads(answered("ps", "-f", "json")) if p["pid"] == server.pid]
    assert found["mainClass"] == "apps.Server"
    assert found["heapLimitBytes"] == 1 << 30
    assert found["agent"] is None
    answered("status", server.pid)
    (found,) = [p for p in json.loads(answered("ps", "-f", "json")) if p["pid"] == server.pid]
    assert found["agent"].endswith("libtaproot.so")
    assert str(server.pid) in answered("ps", "--quiet").splitlines()


def test_a_part_of_a_name_is_a_target_when_one_jvm_has_it(start):
    serving = start("apps.Serving")
    serving.await_line(r"ready.*|\d+")
    assert f"process {serving.pid}" in answered("status", "ps.Serving")
    server = start("apps.Server")
    server.await_line("ready")
    run = taproot("status", "apps.Serv")
    assert run.code == 3
    assert str(server.pid) in run.err and str(serving.pid) in run.err
    assert "agent" not in server.stderr


def test_targets_that_are_none(tmp_path):
    (tmp_path / "text").write_text("not a heap")
    sleeping = subprocess.Popen(["sleep", "100"])
    try:
        for target, message in {
                "999999999": "999999999",
                str(sleeping.pid): str(sleeping.pid),
                "no.such.Main": "no.such.Main",
                "./none": f"{tmp_path}/none",
                "none.taproot": f"cannot read {tmp_path}/none.taproot: No such file or directory",
                "text": f"{tmp_path}/text is no Taproot snapshot",
                "./": f"{tmp_path}"}.items():
            run = taproot("histogram", target, cwd=tmp_path)
            assert (run.code, run.out) == (3, ""), target
            assert run.err.startswith("taproot: ") and message in run.err, run.err
            assert run.err.count("\n") == 1, run.err
        assert sleeping.poll() is None  # it would have died of the signal that a JVM takes
    finally:
        sleeping.kill()
        sleeping.wait()


# --- what was typed ---

def test_mistakes_are_named_with_the_nearest_word():
    for words, message in {
            ("leak", "1"): "unknown command 'leak': did you mean 'leaks'?",
            ("leaks", "1", "--fromat", "json"): "did you mean '--format'?",
            ("leaks", "1", "--format", "jsn"): "did you mean 'json'?",
            ("leaks", "1", "--top", "none"): "--top=none: 'none' is not a whole number above 0",
            ("leaks",): "leaks needs TARGET",
            ("paths", "1"): "paths needs --class NAME or --watched NAME",
            ("watch", "1"): "watch needs --class PATTERN",
            ("completion", "fish"): "there is completion for bash and zsh, not for 'fish'",
            (): "a command is needed"}.items():
        run = taproot(*words)
        assert (run.code, run.out) == (2, ""), words
        assert message in run.err, run.err


def test_help_and_version_go_to_standard_output():
    assert re.fullmatch(r"taproot \d+\.\d+\.\d+\n", answered("--version"))
    program = answered("--help")
    for verb in {words.split()[0] for words in VERBS}:
        assert re.search(rf"^  {verb} +\w", program, re.MULTILINE)
        assert f"Usage: taproot {verb} " in answered(verb, "--help")
    assert answered("help", "leaks") == answered("leaks", "--help")


# --- exit codes ---

def test_fail_on_leak_is_for_scripts(serve):
    server = serve()
    assert taproot("leaks", server.pid, "--fail-on-leak").code == 0
    watched = ["leaks", server.pid, "--watch", "apps.Session", "--delay", "0s"]
    assert taproot(*watched).code == 0
    run = taproot(*watched, "--fail-on-leak")
    assert (run.code, run.err) == (1, "")
    assert run.out.count("LEAK  ") == 1  # of three that are one mistake
    assert taproot("leaks", server.pid, "--delay", "1h", "--fail-on-leak").code == 0
    answered("snapshot", server.pid, "-o", "heap.taproot", cwd=server.cwd)
    from_file = ["leaks", "heap.taproot", "--delay", "0s", "--fail-on-leak"]
    assert taproot(*from_file, cwd=server.cwd).code == 1


def test_an_unknown_class_fails_with_the_nearest_name(serve):
    server = serve()
    run = taproot("paths", server.pid, "--class", "apps.Sesion")
    assert (run.code, run.out) == (4, "")
    assert "did you mean apps.Session?" in run.err


# --- where the answer goes ---

def test_the_name_of_the_output_tells_the_format(serve):
    server = serve()
    for name in ("h.json", "h.txt", "h.csv", "h.jsonl", "h.html", "h.prom"):
        out = answered("histogram", server.pid, "-o", name, cwd=server.cwd)
        assert out == f"histogram written to {name}\n"
        assert (server.cwd / name).stat().st_mode & 0o777 == 0o600
    assert answers.read(server.cwd / "h.json")["verb"] == "histogram"
    assert (server.cwd / "h.txt").read_text().splitlines()[-1].startswith("total")
    assert "<html" in (server.cwd / "h.html").read_text()
    assert json.loads((server.cwd / "h.jsonl").read_text().splitlines()[0])
    assert sorted(path.name for path in server.cwd.glob(".*")) == []


def test_names_of_outputs_have_places_for_process_and_time(serve):
    server = serve()
    out = answered("histogram", server.pid, "-o", "%p-%t.txt", cwd=server.cwd)
    assert re.fullmatch(rf"histogram written to {server.pid}-\d{{8}}T\d{{6}}\.txt\n", out)


def test_a_report_is_a_page_and_says_where_it_is(serve):
    server = serve()
    out = answered("report", server.pid, cwd=server.cwd)
    name = re.fullmatch(rf"report written to (taproot-{server.pid}-\d+T\d+\.html)\n", out).group(1)
    assert "<html" in (server.cwd / name).read_text()


def test_where_nothing_can_be_written_nothing_is_asked(serve):
    server = serve()
    (server.cwd / "file").write_text("as before")
    for path in ("/no/such/folder/x.txt", "/dev/null", str(server.cwd)):
        run = taproot("histogram", server.pid, "-o", path)
        assert (run.code, run.out) == (4, ""), path
        assert path in run.err
    assert re.search(rf"^ *{server.pid} .* no +apps\.Server", answered("ps"), re.MULTILINE)
    run = taproot("paths", server.pid, "--class", "no.Such", "-o", server.cwd / "file")
    assert run.code == 4
    assert (server.cwd / "file").read_text() == "as before"
    assert sorted(path.name for path in server.cwd.glob(".*")) == []


def test_a_full_disk_is_told(serve):
    server = serve()
    with open("/dev/full", "wb") as full:
        run = subprocess.run([PROGRAM, "histogram", str(server.pid)], stdout=full,
                             stderr=subprocess.PIPE, env=environment(), timeout=PATIENCE)
    assert run.returncode == 4
    assert b"cannot write to standard output: No space left on device" in run.stderr


@pytest.mark.parametrize("words", ["report {pid} -o -", "ps", "--help", "man", "completion bash"])
def test_a_closed_pipe_ends_quietly(serve, words):
    server = serve()
    words = words.format(pid=server.pid)
    run = subprocess.run(["bash", "-c", f"set -o pipefail; {PROGRAM} {words} | head -c 1"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                         timeout=PATIENCE)
    assert (run.returncode, run.stderr, len(run.stdout)) == (0, b"", 1)


def test_a_pipe_that_is_closed_from_the_start_ends_quietly(serve):
    server = serve()
    reading, writing = os.pipe()
    os.close(reading)
    with begun("dump", server.pid, stdout=writing) as run:
        os.close(writing)
        assert run.communicate(timeout=PATIENCE)[1] == b""
        assert run.returncode == 0


# --- the end of it ---

def test_ctrl_c_ends_the_work_in_the_jvm(serve):
    server = serve()
    with begun("growth", server.pid, "--every", "1h") as run:
        server.await_that(lambda: "measuring growth" in answered("status", server.pid), "growth")
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=PATIENCE)
        assert (run.returncode, out, err) == (130, b"", b"taproot: cancelled\n")
    assert "measuring growth" not in answered("status", server.pid)
    server.ask("ping", "pong")


def test_stop_ends_watching_and_dumps(serve):
    server = serve()
    assert answered("stop", server.pid) == (
        f"Taproot is not in process {server.pid}: nothing to stop\n")
    answered("start", server.pid, "--signal", "USR1", "--watch", "apps.Session", "-o",
             server.cwd / "dump-%t.json")
    os.kill(server.pid, signal.SIGUSR1)
    server.await_file("dump-*.json").unlink()
    assert "watching 3 objects" in answered("status", server.pid)
    assert "no longer watching 3 objects" in answered("stop", server.pid)
    for asked in (signal.SIGUSR1, signal.SIGQUIT):
        os.kill(server.pid, asked)
    status = answered("status", server.pid)
    assert "no dumps until the next start" in status and "watching 0 objects" in status
    assert "watched classes" not in status
    server.ask("ping", "pong")
    answered("leaks", server.pid)  # in turn, so a dump would be there by now
    assert list(server.cwd.glob("*.json")) == []
    answered("start", server.pid, "-o", server.cwd / "again.json")
    assert "SIGUSR1" in answered("status", server.pid)
    os.kill(server.pid, signal.SIGUSR1)
    server.await_file("again.json")
