"""What cannot be done is refused in words, and the application goes on."""
import os
import re
import signal

import pytest

from harness import dist
from harness.attach import jcmd, load_agent
from harness.jvm import agent_flag

# A command and the words that the complaint must contain: what is wrong, and what is right.
MISTAKES = {
    "unknown verb": ("strat", ["'strat'", "'start'"]),
    "unknown key": ("start,wacth=apps.Session", ["'wacth'", "'watch'"]),
    "key of another verb": ("histogram,signal=USR1", ["'signal'", "histogram"]),
    "unknown format": ("histogram,format=jason", ["format", "'jason'", "json"]),
    "unknown identity": ("histogram,identity=tag", ["identity", "'tag'", "tags"]),
    "number that is none": ("histogram,top=many", ["top", "'many'"]),
    "negative number": ("histogram,top=-1", ["top", "'-1'"]),
    "percentage above 100": ("profile,class=apps.Session,min=101", ["min", "'101'"]),
    "delay that is none": ("start,delay=soon", ["delay", "'soon'"]),
    "unknown time of dump": ("start,dump=never", ["dump", "'never'", "exit"]),
    "options file that is not there": ("start,options=/no/such/file", ["/no/such/file"]),
    "options file that is a folder": ("start,options=/tmp", ["/tmp"]),
    "key without value": ("start,watch", ["'watch'", "value"]),
    "unknown signal": ("start,signal=FOO", ["signal", "'FOO'"]),
}
# Those HotSpot owns, and what it uses them for; SIGQUIT already makes a dump.
HOTSPOTS = ["HUP", "INT", "QUIT", "TERM", "SEGV", "BUS", "FPE", "ILL", "PIPE", "XFSZ", "USR2"]


def assert_complaint(stderr, words):
    complaints = re.findall(r"^\[taproot\] error: (.*)$", stderr, re.MULTILINE)
    assert len(complaints) == 1, stderr
    missing = [word for word in words if word not in complaints[0]]
    assert not missing, complaints[0]


LAUNCH = {"question": ("leaks,delay=0s", ["leaks", "start"]),
          **{mistake: told for mistake, told in MISTAKES.items()
             if told[0].startswith(("start", "strat"))}}


@pytest.mark.parametrize("mistake", LAUNCH)
def test_at_launch_the_jvm_stops_before_main(start, mistake):
    options, words = LAUNCH[mistake]
    server = start("apps.Server", flags=[agent_flag(options)])
    assert server.wait() != 0
    assert "ready" not in server.stdout
    assert_complaint(server.stderr, words)


def test_on_attach_the_error_goes_back_and_the_application_goes_on(serve):
    server = serve()
    for mistake, (options, words) in MISTAKES.items():
        told = len(server.stderr)
        attached = load_agent(server, options)
        assert attached.return_code not in (0, None), f"{mistake}: {attached.output}"
        assert_complaint(server.stderr[told:], words)
        server.ask("ping", "pong")


def test_from_java_the_error_is_an_exception(serve):
    server = serve()
    for mistake, (options, words) in MISTAKES.items():
        if options.startswith("start,"):
            continue
        told = server.ask(f"ask out.json {options}", "refused: .*").group()
        assert all(word.strip("'") in told for word in words), f"{mistake}: {told}"
    assert not (server.cwd / "out.json").exists()
    assert server.stderr == ""


@pytest.mark.parametrize("name", HOTSPOTS)
def test_signals_that_hotspot_owns_are_refused_with_the_reason(start, name, jdk):
    server = start("apps.Server", flags=[agent_flag(f"start,signal={name}")])
    assert server.wait() != 0
    assert_complaint(server.stderr, [name, "HotSpot"])


def test_a_signal_that_the_application_took_stays_its_own(serve):
    server = serve()
    server.ask("take-signal USR1", "ok")
    attached = load_agent(server, "start,signal=USR1")
    assert attached.return_code not in (0, None), attached.output
    assert_complaint(server.stderr, ["USR1"])
    os.kill(server.pid, signal.SIGUSR1)
    server.await_line("taken")


def test_output_that_cannot_be_written_leaves_nothing_behind(serve):
    server = serve()
    folder = server.cwd / "folder"
    folder.mkdir()
    before = set(server.cwd.rglob("*"))
    for output in ("/no/such/folder/answer.json", folder, "/proc/answer.json"):
        told = len(server.stderr)
        attached = load_agent(server, f"histogram,format=json,output={output}")
        assert attached.return_code not in (0, None), f"{output}: {attached.output}"
        assert_complaint(server.stderr[told:], [str(output)])
    assert set(server.cwd.rglob("*")) == before
    assert list(server.cwd.parent.glob("folder*")) == []
    server.ask("ping", "pong")


@pytest.mark.parametrize("verb", ["paths", "size", "profile"])
def test_a_class_that_does_not_exist(serve, verb):
    server = serve()
    attached = load_agent(server, f"{verb},class=apps.Sesion,output={server.cwd}/answer")
    assert attached.return_code not in (0, None), attached.output
    assert_complaint(server.stderr, ["apps.Sesion"])
    assert not (server.cwd / "answer").exists()
    server.ask("ping", "pong")


def test_a_watch_that_does_not_exist(serve):
    server = serve()
    attached = load_agent(server, "size,watched=nobody")
    assert attached.return_code not in (0, None), attached.output
    assert_complaint(server.stderr, ["nobody"])


def test_no_target_for_a_size(serve):
    server = serve()
    attached = load_agent(server, "size")
    assert attached.return_code not in (0, None), attached.output
    assert_complaint(server.stderr, ["class", "watched"])


def test_a_mistake_in_an_options_file_is_named(start, tmp_path):
    (tmp_path / "options").write_text("wacth=apps.Session\n")
    server = start("apps.Server", flags=[agent_flag(f"start,options={tmp_path}/options")])
    assert server.wait() != 0
    assert_complaint(server.stderr, ["'wacth'", "'watch'"])


def test_jcmd_cuts_options_at_the_first_equals_sign_unless_they_are_quoted(serve):
    """It takes the rest for a value of its own; all that arrives is "leaks,format"."""
    server = serve()
    attached = jcmd(server, "JVMTI.agent_load", str(dist.LIBRARY), "leaks,format=json")
    assert attached.return_code not in (0, None), attached.output
    assert_complaint(server.stderr, ["'format'", "quotes"])
