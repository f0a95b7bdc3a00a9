"""Answers over a socket: who asks hears how far the work is, and may end it at any time."""
import os
import re
import signal
import socket
import time

import pytest

from harness import answers, processes, reply
from harness.jvm import agent_flag
from harness.reply import ask, attach, begin

LARGE = 2_500_000  # entries of a map: some seconds of work
SOON = 5  # seconds in which cancelled work has ended

# Each verb once; {} is a folder.
COMMANDS = {
    "start": "start,format=json",
    "watch": "watch,class=apps.Session,format=json",
    "status": "status,format=json",
    "histogram": "histogram,format=json",
    "profile": "profile,class=apps.Session,format=json",
    "size": "size,class=apps.Session,format=json",
    "leaks": "leaks,delay=0s,format=json",
    "paths": "paths,class=apps.Session,format=json",
    "dominators": "dominators,format=json",
    "suspects": "suspects,format=json",
    "growth": "growth,rounds=2,every=100ms,format=json",
    "threads": "threads,format=json",
    "waste": "waste,format=json",
    "snapshot": "snapshot,output={}/heap.snapshot,format=json",
    "diff": "diff,before={}/heap.snapshot,format=json",
    "dump": "dump",
    "report": "report,format=json",
    "unwatch": "unwatch,watched=1,format=json",
    "stop": "stop,format=json",
}


@pytest.fixture
def large(serve):
    server = serve("-Xmx1g")
    server.ask(f"fill {LARGE}", "filled")
    return server


def status(server):
    return answers.parse(ask(server, "status,format=json").text)["status"]


def await_idle(server):
    """How long it took until no request was being answered any more."""
    begun = time.monotonic()
    while "running" in status(server) or "growth" in status(server):
        assert time.monotonic() - begun < 10 * SOON
        time.sleep(0.02)
    return time.monotonic() - begun


def assert_nothing_printed(server):
    assert server.stdout.splitlines()[0] == "ready" and server.stderr == ""


def test_every_verb_answers_over_the_socket(serve):
    server = serve()
    refusal = ask(server, "nonsense")
    assert refusal.code == reply.INVALID_ARGUMENT
    verbs = re.search(r"it is one of (.*)", refusal.message)[1].split(", ")
    assert {*verbs} == {*COMMANDS, "cancel"}
    for verb, command in COMMANDS.items():
        heard = ask(server, command.format(server.cwd))
        assert (heard.code, heard.message) == (reply.OK, ""), verb
        assert heard.pid == server.pid
        assert answers.parse(heard.text)["verb"] == verb
        assert heard.progress, verb
    assert ask(server, "cancel").code == reply.NOT_FOUND
    assert_nothing_printed(server)


@pytest.mark.parametrize("engine", ["fork", "follow"])
def test_a_program_is_told_how_many_leaks_there_are(serve, engine):
    server = serve()
    assert ask(server, f"leaks,delay=0s,capture={engine}").leaks == 0
    assert ask(server, f"leaks,delay=0s,watch=apps.Session,capture={engine}").leaks == 3
    assert ask(server, f"leaks,delay=1h,capture={engine}").leaks == 0  # too young
    assert ask(server, f"dump,delay=0s,capture={engine}").leaks == 3
    assert ask(server, f"histogram,capture={engine}").leaks == 0
    saved = ask(server, f"snapshot,output={server.cwd}/heap,capture={engine}")
    assert (saved.code, saved.leaks) == (reply.OK, 0)
    assert ask(server, f"leaks,delay=0s,file={server.cwd}/heap").leaks == 3


def test_an_answer_goes_to_who_asks_and_into_no_file(serve):
    server = serve()
    before = {*server.cwd.iterdir()}
    heard = ask(server, f"histogram,output={server.cwd}/histogram")
    assert "apps.Session" in ask(server, "histogram,top=1000").text and heard.text
    assert {*server.cwd.iterdir()} == before
    # Of this verb the file is the point.
    heard = ask(server, f"snapshot,output={server.cwd}/heap-%p")
    assert f"heap-{server.pid}" in heard.text
    assert {*server.cwd.iterdir()} - before == {server.cwd / f"heap-{server.pid}"}
    assert_nothing_printed(server)


@pytest.mark.parametrize("command, code, words", [
    ("histogram,tpo=3", reply.INVALID_ARGUMENT, "unknown option of histogram 'tpo'"),
    ("histogram,top=-1", reply.INVALID_ARGUMENT, "top=-1: '-1' is not"),
    ("leaks,rules=/no/such/file", reply.INVALID_ARGUMENT, "/no/such/file"),
    ("leaks,options=/no/such/file", reply.NOT_FOUND, "cannot read the options file"),
    ("watch,class=no.Such", reply.NOT_FOUND, "no class named no.Such"),
    ("histogram,file=/no/such/file", reply.NOT_FOUND, "/no/such/file"),
    ("snapshot,output=/no/such/folder/heap", reply.INVALID_ARGUMENT, "/no/such/folder/heap"),
    ("start,log=/no/such/folder/log", reply.INVALID_ARGUMENT, "cannot write the log"),
])
def test_what_is_wrong_is_told_to_who_asks(serve, command, code, words):
    server = serve()
    heard = ask(server, command)
    assert (heard.code, heard.text) == (code, "")
    assert words in heard.message
    assert_nothing_printed(server)


def test_who_does_not_listen_is_told_by_the_jvm(serve):
    server = serve()
    for path, words in [(f"{server.cwd}/nobody", "No such file or directory"),
                        (f"{server.cwd}/stdout", "Connection refused"),
                        ("nobody", "is not the absolute path of a socket"),
                        ("/" + "x" * 200, "the path of a socket is too long")]:
        assert "return code: 0" not in attach(server, f"histogram,reply={path}")
        server.await_stderr(re.escape(words))
    assert ask(server, "status").code == reply.OK


def test_a_reply_is_for_who_attaches(serve, start):
    server = serve(agent_flag("start"))
    server.ask(f"ask {server.cwd}/x histogram,reply=/tmp/x",
               "refused: reply= is for who attaches to the JVM from outside")
    launched = start("apps.Server", flags=[agent_flag("start,reply=/tmp/x")])
    assert launched.wait() != 0
    assert "reply= is for who attaches to a running JVM" in launched.stderr


def listen_as(user, path):
    """A child that owns a socket there and listens for a while."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.setresuid(user, user, user)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen()
            os.write(told, b"x")
            time.sleep(60)
        os._exit(0)
    os.read(ready, 1)
    return child


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_an_answer_is_for_the_own_user_and_root_alone(serve, tmp_path):
    server = serve()
    folder = tmp_path / "open"
    folder.mkdir()
    os.chmod(folder, 0o777)
    for parent in [folder, *folder.parents][:4]:
        os.chmod(parent, os.stat(parent).st_mode | 0o011)
    child = listen_as(65533, folder / "socket")
    try:
        assert "return code: 0" not in attach(server, f"histogram,reply={folder}/socket")
        server.await_stderr("belongs to user 65533: only root and user 0")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.parametrize("engine", ["fork", "follow"])
def test_work_is_told_of_while_it_lasts(large, engine):
    heard = ask(large, f"dominators,capture={engine},format=json")
    assert heard.code == reply.OK
    answers.parse(heard.text)
    times = [running for _, _, running, _ in heard.progress]
    assert times == sorted(times)
    assert len({phase for phase, *_ in heard.progress}) >= 2
    # Who has looked at a phase for long enough knows how long the rest takes.
    begin = None
    for phase, fraction, running, remaining in heard.progress:
        if begin is None or phase != begin[0] or fraction < last:
            begin = (phase, fraction, running)
        last = fraction
        if running - begin[2] >= 500 and fraction - begin[1] >= 0.05:
            assert remaining >= 0, (begin, phase, fraction, running)


@pytest.mark.parametrize("engine", ["fork", "follow"])
@pytest.mark.parametrize("way", ["cancel", "hang up", "nonsense"])
def test_work_that_nobody_wants_any_more_ends_soon(large, engine, way):
    with begin(large, f"dominators,capture={engine}") as conversation:
        assert conversation.until(lambda heard: len(heard.progress) > 3)
        begun = time.monotonic()
        if way == "cancel":
            conversation.cancel()
            heard = conversation.finish()
            assert (heard.code, heard.text) == (reply.CANCELLED, "")
        elif way == "hang up":
            conversation.hang_up()
        else:
            conversation.connection.sendall(b"\xff" * 100)
            assert conversation.finish().code == reply.CANCELLED
        await_idle(large)
        assert time.monotonic() - begun < SOON
    assert answers.parse(ask(large, "status,format=json").text)["status"]["tags"]["capture"] == 0
    assert ask(large, "histogram,top=1").code == reply.OK
    assert_nothing_printed(large)


def test_two_requests_are_answered_one_after_the_other(large):
    with begin(large, "dominators") as first, begin(large, "histogram,top=3") as second:
        assert second.until(lambda heard: any("waiting for dominators" in phase
                                              for phase, *_ in heard.progress))
        # Meanwhile others come and go.
        assert ask(large, "status").code == reply.OK
        assert first.finish().code == reply.OK
        heard = second.finish()
        assert heard.code == reply.OK and "java.lang.String" in heard.text


def test_to_cancel_ends_one_request_and_no_other(large):
    with begin(large, "dominators") as first, begin(large, "histogram") as second, \
            begin(large, "histogram,top=3") as third:
        assert second.until(lambda heard: any("waiting" in phase for phase, *_ in heard.progress))
        begun = time.monotonic()
        second.cancel()
        assert second.finish().code == reply.CANCELLED
        assert time.monotonic() - begun < SOON
        assert status(large)["running"]["verb"] == "dominators"
        first.cancel()
        assert first.finish().code == reply.CANCELLED
        assert third.finish().code == reply.OK


def test_growth_tells_of_its_rounds_and_ends_when_nobody_waits(serve):
    server = serve()
    heard = ask(server, "growth,rounds=2,every=3s,format=json")
    assert answers.parse(heard.text)["growth"]
    phases = [phase for phase, *_ in heard.progress]
    assert any(phase.startswith("round 1 of 2: ") for phase in phases)
    assert "waiting for round 2 of 2" in phases
    waits = [left for phase, _, _, left in heard.progress if phase.startswith("waiting for round")]
    assert all(0 <= left <= 3000 for left in waits)
    for end in ["cancel", "hang_up"]:
        with begin(server, "growth,rounds=3,every=1h") as conversation:
            assert conversation.until(lambda heard: any("round 2 of 3" in phase
                                                        for phase, *_ in heard.progress))
            begun = time.monotonic()
            getattr(conversation, end)()
            if end == "cancel":
                assert conversation.finish().code == reply.CANCELLED
            await_idle(server)
            assert time.monotonic() - begun < SOON


def test_who_reads_slowly_holds_up_nobody_else(large):
    command = "paths,class=java.lang.String,shortest=1,disjoint=1,top=3000,format=json"
    with begin(large, command) as slow:
        # The answer is made, and more than the system keeps for who does not read.
        time.sleep(1)
        await_idle(large)
        assert ask(large, "histogram,top=1").code == reply.OK
        heard = slow.finish()
        assert heard.code == reply.OK
        assert len(heard.text) > 500_000
        answers.parse(heard.text)


def test_who_never_reads_is_given_up(large, request):
    if not request.config.getoption("--long"):
        pytest.skip("takes half a minute; see test/control/reply_session_test.cc")
    await_idle(large)  # with what the agent opens once
    before = processes.open_descriptors(large.pid)
    with begin(large, "paths,class=java.lang.String,top=20000,format=json"):
        large.await_stderr("an answer was not taken: the other end takes nothing")
    large.await_that(lambda: processes.open_descriptors(large.pid) == before,
                     "the descriptors to be closed")


def test_the_thread_of_a_request_is_in_no_answer(serve):
    server = serve()
    for engine in ["fork", "follow"]:
        document = answers.parse(ask(server, f"threads,format=json,capture={engine}").text)
        names = {thread["name"] for thread in document["threads"]["threads"]}
        assert "main" in names
        assert not [name for name in names if name.startswith("taproot")]


def test_a_jvm_that_ends_does_so_whoever_waits(large):
    with begin(large, "dominators") as first, begin(large, "histogram") as second:
        assert first.until(lambda heard: len(heard.progress) > 2)
        large.process.stdin.close()  # the end of main
        assert large.process.wait(20) == 0
        for conversation in [first, second]:
            try:
                while conversation.read_once():
                    pass
            except ConnectionResetError:
                pass
            # It may be too late for a word.
            assert conversation.heard.code in (None, reply.UNAVAILABLE)
    assert "error" not in large.stderr


def test_a_dump_at_exit_does_not_wait_for_a_request(serve):
    server = serve("-Xmx1g", agent_flag("start,dump=exit,output=last.json"))
    server.ask(f"fill {LARGE}", "filled")
    with begin(server, "dominators") as conversation:
        assert conversation.until(lambda heard: len(heard.progress) > 2)
        server.process.stdin.close()
        assert server.process.wait(60) == 0
    answers.read(server.cwd / "last.json")


def counts(pid):
    return (len(os.listdir(f"/proc/{pid}/task")), processes.open_descriptors(pid),
            processes.children(pid))


MIXED = ["histogram,top=5", "status", "leaks,delay=0s", "nonsense", "watch,class=no.Such",
         "growth,rounds=2,every=0ms", "paths,class=apps.Session,format=json", "threads"]


def test_two_hundred_requests_leave_nothing(serve):
    server = serve("-Xint", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m")

    def ask_all(times):
        for i in range(times):
            with begin(server, MIXED[i % len(MIXED)]) as conversation:
                if i % 5 == 4:
                    conversation.hang_up()
                elif i % 5 == 3:
                    conversation.cancel()
                    conversation.finish()
                else:
                    conversation.finish()
        await_idle(server)

    def threads():
        document = answers.parse(ask(server, "histogram,top=100000,format=json").text)
        return answers.Answer(document).histogram_row("java.lang.Thread")["instances"]

    def settled(wanted):
        """A thread is gone a moment after its answer."""
        deadline = time.monotonic() + 10
        while (found := counts(server.pid)) != wanted and time.monotonic() < deadline:
            time.sleep(0.05)
        return found

    ask_all(40)
    instances = threads()
    time.sleep(1)
    before, resident = counts(server.pid), processes.resident(server.pid)
    ask_all(200)
    assert threads() == instances
    assert settled(before) == before
    assert processes.resident(server.pid) < resident + (8 << 20)
    assert_nothing_printed(server)
