"""The command line on a terminal: colors, width, progress; and completion in a shell."""
import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from harness.cli import PROGRAM, OnTerminal, answered, environment, taproot
from harness.jvm import PATIENCE

ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")


def without_colors(text):
    return ESCAPE.sub("", text)


LEAKS = ["--watch", "apps.Session", "--delay", "0s"]


def test_a_terminal_gets_colors_and_a_pipe_does_not(serve):
    server = serve()
    assert "\x1b" not in answered("leaks", server.pid, *LEAKS)
    run = OnTerminal("leaks", server.pid, *LEAKS, columns=200)
    assert run.finish() == 0
    assert "\x1b[1;31mLEAK \x1b[0m" in run.text
    assert "\x1b[36mGC root: \x1b[0m" in run.text
    assert re.search(r"\x1b\[1;31m +~~~", run.text)


def test_colors_can_be_asked_for_and_refused(serve):
    server = serve()
    assert "\x1b[1;31mLEAK" in answered("leaks", server.pid, *LEAKS, "--color", "always")
    for words, env in ((["--color=never"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})):
        run = OnTerminal("leaks", server.pid, *LEAKS, *words, env=env)
        assert run.finish() == 0
        assert "\x1b[1;31m" not in run.text and "LEAK  " in run.text
    # As no-color.org has it: an empty one does not count, and who asks is served.
    run = OnTerminal("leaks", server.pid, *LEAKS, env={"NO_COLOR": ""})
    assert run.finish() == 0 and "\x1b[1;31m" in run.text
    assert "\x1b" in answered("leaks", server.pid, *LEAKS, "--color=always", env={"NO_COLOR": "1"})


def test_json_has_no_colors_even_on_a_terminal(serve):
    server = serve()
    run = OnTerminal("leaks", server.pid, *LEAKS, "-f", "json")
    assert run.finish() == 0
    assert "\x1b[1" not in run.text


def test_lines_are_folded_to_the_width_of_the_terminal(serve):
    server = serve()
    run = OnTerminal("leaks", server.pid, *LEAKS, columns=60)
    assert run.finish() == 0
    lines = without_colors(run.text).splitlines()
    assert max(map(len, lines)) <= 60
    assert any(line.startswith("    ") and "~~~" in line for line in lines)
    wide = OnTerminal("leaks", server.pid, *LEAKS, columns=60, env={"COLUMNS": "300"})
    assert wide.finish() == 0
    assert max(map(len, without_colors(wide.text).splitlines())) > 60
    assert max(map(len, answered("leaks", server.pid, *LEAKS).splitlines())) > 100


def test_progress_is_shown_while_it_lasts_and_is_gone_afterwards(serve):
    server = serve()
    run = OnTerminal("growth", server.pid, "--rounds", "2", "--every", "1500ms")
    run.await_text("growth:")
    assert run.finish() == 0
    shown, _, answer = run.text.rpartition("\r\x1b[K")
    assert "growth:" in shown
    assert "2 rounds in" in answer and "growth: " not in answer
    quiet = taproot("growth", server.pid, "--rounds", "2", "--every", "1s")
    assert quiet.err == ""  # no terminal, no progress


def test_ctrl_c_on_a_terminal_leaves_a_clean_line(serve):
    server = serve()
    run = OnTerminal("growth", server.pid, "--every", "1h")
    run.await_text("growth:")
    run.process.send_signal(signal.SIGINT)
    assert run.finish() == 130
    assert run.text.endswith("\r\x1b[Ktaproot: cancelled\n")


@contextlib.contextmanager
def stopped_while_it_reads(process, name):
    """However fast the machine is: the process stands still, with the file mapped."""
    deadline = time.monotonic() + PATIENCE
    while name not in Path(f"/proc/{process.pid}/maps").read_text():
        assert time.monotonic() < deadline, f"{name} is not read"
    process.send_signal(signal.SIGSTOP)
    yield
    process.send_signal(signal.SIGCONT)


def test_a_large_heap_in_a_file_is_given_up_at_ctrl_c(serve):
    server = serve()
    server.ask("fill 1500000", "filled")
    answered("snapshot", server.pid, "-o", "large.taproot", cwd=server.cwd)
    run = OnTerminal("dominators", "large.taproot", cwd=server.cwd)
    with stopped_while_it_reads(run.process, "large.taproot"):
        run.process.send_signal(signal.SIGINT)
    assert run.finish() == 130
    assert run.text.endswith("taproot: cancelled\n")


def test_a_file_that_is_shortened_while_it_is_read_ends_with_a_message(serve):
    server = serve()
    server.ask("fill 1500000", "filled")
    answered("snapshot", server.pid, "-o", "large.taproot", cwd=server.cwd)
    run = OnTerminal("dominators", "large.taproot", "-o", "d.txt", cwd=server.cwd)
    with stopped_while_it_reads(run.process, "large.taproot"):
        os.truncate(server.cwd / "large.taproot", 4096)
    assert run.finish() == 3
    assert run.text.endswith("taproot: the file was shortened while it was read\n")
    assert list(server.cwd.glob("d.txt*")) == []


# --- completion ---

def completed(script, *words):
    """What bash would offer for the last of the words."""
    bash = f"""
source {script}
COMP_WORDS=(taproot {' '.join(repr(word) for word in words)})
COMP_CWORD={len(words)}
_taproot
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    run = subprocess.run(["bash", "-c", bash], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         env=environment(PATH=f"{PROGRAM.parent}:/usr/bin:/bin"), text=True,
                         timeout=PATIENCE, cwd=script.parent)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.split()


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    path = tmp_path_factory.mktemp("completion") / "completion.bash"
    path.write_text(answered("completion", "bash"))
    return path


def test_bash_completes_commands_options_and_values(script):
    assert completed(script, "le") == ["leaks"]
    assert completed(script, "st") == ["start", "status", "stop"]
    assert "--fail-on-leak" in completed(script, "leaks", "4711", "--f")
    assert "--by" not in completed(script, "leaks", "4711", "--b")
    assert completed(script, "leaks", "--format", "j") == ["json", "jsonl"]
    assert completed(script, "leaks", "--format", "=", "j") == ["json", "jsonl"]
    assert completed(script, "dominators", "4711", "--by", "=") == [
        "object", "class", "package", "loader", "thread", "static"]
    assert completed(script, "leaks", "4711", "--top", "") == []
    assert completed(script, "completion", "") == ["bash", "zsh"]
    assert completed(script, "help", "hist") == ["histogram"]


def test_bash_completes_processes_and_files(script, serve):
    server = serve()
    (script.parent / "heap.taproot").touch()
    assert str(server.pid) in completed(script, "leaks", "")
    assert "heap.taproot" in completed(script, "leaks", "he")
    assert "heap.taproot" not in completed(script, "watch", "he")
    assert completed(script, "leaks", "4711", "-o", "hea") == ["heap.taproot"]


def test_zsh_is_given_what_bash_is(script):
    zsh = answered("completion", "zsh")
    assert zsh.startswith("#compdef taproot\n")
    for option in ("--fail-on-leak", "--min-retained=", "--no-merged"):
        assert option in zsh
    for command in ("leaks", "completion"):
        assert f"\n    {command})\n      _arguments " in zsh
