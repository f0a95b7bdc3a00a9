"""Whatever becomes of a forked child, the application does not notice: it serves every request, and
nothing is left of the child. With --long a hundred times for each fault."""
import os
import socket
import time

import pytest

from harness import answers, processes
from harness.jvm import assert_only_log_lines
from harness.load import Load

# What a child does to itself (agent/capture/fork/faults.h), and what its parent says of it.
FAULTS = {
    "null-read": r"the child process crashed.*: SIGSEGV at address 0.*",
    "abort": r"the child process crashed.*: SIGABRT.*",
    "stack-overflow": r"the child process crashed.*: SIGSEGV.*",
    "endless-loop": r"the child process was ended after 1 s.*",
    "killed": r"the child process was killed.*",
    "out-of-memory": r"no native memory left in the child process.*",
    "pipe-closed": r"the child process has closed the connection.*",
}
FILE_FAULTS = {
    "disk-full": r"cannot write .*: File too large.*",
    "killed-in-file": r"the child process was ended by SIGXFSZ.*",
}


@pytest.fixture
def rounds(request):
    return 100 if request.config.getoption("--long") else 3


@pytest.fixture
def serving(start):
    def start_one(*flags):
        server = start("apps.Serving", flags=flags)
        server.await_line("ready .*")
        server.port = int(server.stdout.split()[1])
        return server

    return start_one


def state(server):
    """All that a child could leave."""
    return {
        "descriptors": processes.open_descriptors(server.pid),
        "shared mappings": processes.mappings(server.pid)[1],
        "files": sorted(path.name for path in server.cwd.iterdir()),
    }


def assert_nothing_is_left(server, before):
    assert processes.children(server.pid) == []
    deadline = time.monotonic() + 10  # the server may not have closed its side of the load yet
    while state(server) != before and time.monotonic() < deadline:
        time.sleep(0.1)
    assert state(server) == before


def fail_often(server, rounds, command, message):
    for _ in range(rounds):
        server.ask(f"ask answer {command}", f"refused: {message}")
        assert processes.children(server.pid) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_child_that_fails_harms_nobody(serving, monkeypatch, rounds, fault):
    monkeypatch.setenv("TAPROOT_FAULT", fault)
    if fault == "endless-loop":
        monkeypatch.setenv("TAPROOT_FORK_DEADLINE", "1")
    server = serving()
    server.ask("watch mine", "watched")
    # The first one loads classes, and checks the engine.
    server.ask("ask answer histogram,capture=fork", f"refused: {FAULTS[fault]}")
    before = state(server)
    resident = processes.resident(server.pid)
    with Load(server.port):
        fail_often(server, rounds, "histogram,capture=fork", FAULTS[fault])
        fail_often(server, rounds, "leaks,capture=fork,verify=graph,delay=0s", FAULTS[fault])
    assert_nothing_is_left(server, before)
    assert processes.resident(server.pid) < resident + (200 << 20)
    # It is as well as before, and so is the other engine.
    server.ask("ask answer histogram,capture=follow,format=json", "answered")
    assert answers.Answer(answers.read(server.cwd / "answer")).histogram_row("apps.Session")
    assert_only_log_lines(server.stderr)


@pytest.mark.parametrize("fault", FILE_FAULTS)
def test_a_child_that_cannot_write_its_file_leaves_none(serving, monkeypatch, rounds, fault):
    monkeypatch.setenv("TAPROOT_FAULT", fault)
    server = serving()
    output = server.cwd / "heap.taproot"
    command = f"snapshot,capture=fork,output={output}"
    server.ask(f"ask answer {command}", f"refused: {FILE_FAULTS[fault]}")
    before = state(server)
    with Load(server.port):
        fail_often(server, rounds, command, FILE_FAULTS[fault])
    assert_nothing_is_left(server, before)
    assert list(server.cwd.glob("heap*")) == []


def test_children_that_answer_leave_nothing(serving, rounds):
    server = serving()
    server.ask("watch mine", "watched")
    server.ask("ask answer histogram,capture=fork,format=json", "answered")
    before = state(server)
    with Load(server.port):
        for _ in range(rounds):
            server.ask("ask answer leaks,capture=fork,verify=graph,delay=0s,format=json", "answered")
            answer = answers.Answer(answers.read(server.cwd / "answer"))
            assert answer.verdicts() == {"mine": "strongly-reachable"}
            assert answer["capture"]["engine"] == "fork"
    assert_nothing_is_left(server, before)
    assert_only_log_lines(server.stderr)


def test_connections_that_are_closed_while_a_child_lives_are_closed_for_the_peer(serving,
                                                                                monkeypatch):
    monkeypatch.setenv("TAPROOT_FAULT", "endless-loop")
    monkeypatch.setenv("TAPROOT_FORK_DEADLINE", "60")
    server = serving()
    connections = [socket.create_connection(("localhost", server.port), 10) for _ in range(1000)]
    for connection in connections:
        connection.sendall(b"hello\n")
        assert connection.recv(256) == b"ok hello\n"
    server.say("ask answer histogram,capture=fork")
    server.await_that(lambda: is_past_its_beginning(server), "a child at work")
    (child,) = processes.children(server.pid)
    with Load(server.port):
        for connection in connections:
            begin = time.monotonic()
            connection.sendall(b"bye\n")
            assert connection.recv(256) == b""
            assert time.monotonic() - begin < 1
    assert processes.children(server.pid) == [child]
    os.kill(child, 9)
    server.await_line("refused: the child process was killed.*")


def is_past_its_beginning(server):
    """The self-check has a child of its own before; only the second one does not end."""
    before = processes.children(server.pid)
    time.sleep(2)
    return before != [] and processes.children(server.pid) == before


def test_a_child_holds_nothing_of_the_application_open(serving, monkeypatch):
    monkeypatch.setenv("TAPROOT_FAULT", "endless-loop")
    monkeypatch.setenv("TAPROOT_FORK_DEADLINE", "60")
    server = serving()
    server.say("ask answer histogram,capture=fork")
    server.await_that(lambda: is_past_its_beginning(server), "a child at work")
    (child,) = processes.children(server.pid)
    links = processes.open_descriptors(child)
    assert [link for link in links if link.startswith("socket:")] == links[-1:]
    assert set(links[:-1]) == {"/dev/null"}
    with open(f"/proc/{child}/oom_score_adj") as score:
        assert score.read().strip() == "1000"
    # Ended with the application, whatever it is doing.
    server.kill()
    deadline = time.monotonic() + 10
    while os.path.exists(f"/proc/{child}"):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_where_no_process_can_be_made_follow_answers_and_says_why(start, native):
    server = start("apps.Server", flags=[f"-agentpath:{native('nofork')}"])
    server.await_line("ready")
    server.ask("ask answer histogram,capture=fork", "refused: .*Operation not permitted.*")
    server.ask("ask answer histogram,format=json", "answered")
    capture = answers.Answer(answers.read(server.cwd / "answer"))["capture"]
    assert capture["engine"] == "follow"
    assert "Operation not permitted" in capture["fallbackReason"]
