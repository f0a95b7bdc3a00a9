"""The ways to a dump, and what is in it."""
import os
import signal

import pytest

from harness import answers
from harness.attach import jcmd, load_agent
from harness.jvm import agent_flag, assert_only_log_lines

START = "start,watch=apps.Session,delay=0s"
# SIGQUIT also makes the JVM print its threads. Not to where the application prints.
THREADS_TO_STDERR = "-XX:+DisplayVMOutputToStderr"

SIGNALS = {"USR1": signal.SIGUSR1, "WINCH": signal.SIGWINCH, "RTMIN+3": signal.SIGRTMIN + 3}


def assert_is_dump(path, server, engines=("fork", "follow")):
    document = answers.read(path)
    assert document["verb"] == "dump"
    assert document["vm"]["pid"] == server.pid
    assert document["vm"]["feature"] == server.jdk.feature
    assert document["vm"]["mainClass"] == "apps.Server"
    assert document["capture"]["engine"] in engines
    assert document["capture"]["pauseMs"] > 0
    assert document["histogram"]["rows"]
    findings = document["watched"]["findings"]
    assert [finding["class"] for finding in findings] == ["apps.Session"] * 3
    assert {finding["verdict"] for finding in findings} == {"strongly-reachable"}
    assert {f["path"]["root"]["text"] for f in findings} == {"static field apps.Server.ACTIVE"}


def test_sigquit(serve):
    server = serve(agent_flag(START + ",output=dump-%p.json"), THREADS_TO_STDERR)
    os.kill(server.pid, signal.SIGQUIT)
    path = server.await_file("dump-*.json")
    assert path.name == f"dump-{server.pid}.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert_is_dump(path, server)
    server.ask("ping", "pong")
    assert server.stdout == "ready\npong\n"
    assert "Full thread dump" in server.stderr


def test_data_dump_goes_to_a_file_of_its_own_by_default(serve):
    server = serve(agent_flag(START))
    jcmd(server, "JVMTI.data_dump")
    assert_is_dump(server.await_file(f"taproot-{server.pid}-*.json"), server)
    assert {path.name.partition("-")[0] for path in server.cwd.iterdir()} == {
        "stdout", "stderr", "taproot"}


@pytest.mark.parametrize("name", SIGNALS)
def test_signal_of_the_users_choice(serve, name):
    server = serve(agent_flag(f"{START},signal={name},output=dump.json"))
    os.kill(server.pid, SIGNALS[name])
    assert_is_dump(server.await_file("dump.json"), server)
    (server.cwd / "dump.json").unlink()
    os.kill(server.pid, SIGNALS[name])  # and again
    assert_is_dump(server.await_file("dump.json"), server)
    server.ask("ping", "pong")
    assert server.stdout == "ready\npong\n"
    assert_only_log_lines(server.stderr)


def test_signal_after_attach(serve):
    server = serve()
    attached = load_agent(server, f"{START},signal=USR1,output={server.cwd}/dump.json")
    assert attached.return_code == 0, attached.output
    os.kill(server.pid, signal.SIGUSR1)
    assert_is_dump(server.await_file("dump.json"), server)


def test_at_exit(serve):
    server = serve(agent_flag(START + ",dump=exit,output=at-exit.json"))
    server.process.stdin.close()  # main returns; static fields live on
    assert server.wait() == 0
    assert_is_dump(server.cwd / "at-exit.json", server, engines=["follow"])
    assert server.stdout == "ready\n"
    assert_only_log_lines(server.stderr)


def test_the_agent_alone_says_and_writes_nothing(serve):
    server = serve(agent_flag())
    server.ask("ping", "pong")
    server.process.stdin.close()
    assert server.wait() == 0
    assert server.stdout == "ready\npong\n" and server.stderr == ""
    assert {path.name for path in server.cwd.iterdir()} == {"stdout", "stderr"}
