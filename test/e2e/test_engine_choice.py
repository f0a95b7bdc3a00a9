"""Which engine captures, what is said of it, and verdicts without a forced collection."""
import os
import signal

import pytest

from harness import answers
from harness.jvm import agent_flag

ENGINES = ["fork", "follow"]
FLAGS = ["-XX:+UseSerialGC"]  # fork takes it, and it collects when it is told to


def ask(server, command):
    server.ask(f"ask answer.json {command},format=json", "answered")
    return answers.Answer(answers.read(server.cwd / "answer.json"))


def auto_engine(server):
    return ask(server, "status")["status"]["autoEngine"]


def test_the_status_knows_the_engine_before_the_first_capture_tries_it(serve):
    server = serve(*FLAGS)
    assert auto_engine(server) == {"engine": "fork", "tried": False}
    capture = ask(server, "histogram")["capture"]
    assert capture["engine"] == "fork" and "fallbackReason" not in capture
    parts = capture["pauseParts"]
    assert 0 < parts["forkMs"] and sum(parts.values()) <= capture["pauseMs"] + 0.1
    assert auto_engine(server) == {"engine": "fork", "tried": True}


@pytest.mark.parametrize("collector", ["Z", "Shenandoah"])
def test_where_fork_cannot_be_auto_follows_and_says_why(serve, jdk, collector):
    if not jdk.has_collector(collector):
        pytest.skip(f"this JDK has no {collector}")
    server = serve(f"-XX:+Use{collector}GC")
    known = auto_engine(server)
    assert known["engine"] == "follow" and known["reason"]
    capture = ask(server, "histogram")["capture"]
    assert capture["engine"] == "follow" and "pauseParts" not in capture
    assert capture["fallbackReason"].startswith("not captured by fork: ")
    assert "fallbackReason" not in ask(server, "histogram,capture=follow")["capture"]
    server.ask("ask x histogram,capture=fork", "refused: capture=fork cannot be: .*")
    server.ask("ping", "pong")


@pytest.mark.parametrize("engine", ENGINES)
def test_every_verb_is_answered_by_the_engine_that_is_asked_for(serve, engine):
    server = serve(*FLAGS)
    server.ask("watch mine", "watched")
    for verb in ("histogram", "leaks,delay=0s", "dump", "paths,class=apps.Session", "size,watched=mine",
                 "profile,class=apps.Session", "dominators", "suspects", "threads", "waste",
                 "snapshot,output=heap.snapshot", "diff,before=heap.snapshot"):
        assert ask(server, f"{verb},capture={engine}")["capture"]["engine"] == engine, verb
    from_file = ask(server, "paths,watched=mine,file=heap.snapshot")
    assert from_file["capture"]["engine"] == engine


def test_who_names_an_identity_means_follow(serve):
    server = serve(*FLAGS)
    for identity in ("tags", "address"):
        capture = ask(server, f"histogram,identity={identity}")["capture"]
        assert (capture["engine"], capture["identity"]) == ("follow", identity)
        assert "fallbackReason" not in capture


@pytest.mark.parametrize("engine", ENGINES)
def test_without_a_collection_the_graph_decides(serve, engine):
    server = serve(*FLAGS)
    server.ask("watch mine", "watched")
    server.ask("watch-and-drop 100", "watched")
    answer = ask(server, f"leaks,verify=graph,delay=0s,capture={engine}")
    assert answer.verdicts() == {"mine": "strongly-reachable"}
    assert answer.finding("mine").json["collectionsSurvived"] == 0
    (note,) = [note for note in answer["notes"] if "not reached" in note]
    assert note.startswith("100 watched objects are not reached any more: the next collection will free them")
    assert ("unless the VM" in note) == (engine == "follow")
    assert not any("forced" in note for note in answer["notes"])
    # With collections they are known to be gone.
    answer = ask(server, f"leaks,delay=0s,capture={engine}")
    assert answer["watched"]["collected"] == 100
    assert any(note.startswith("forced 2 collections") for note in answer["notes"])


@pytest.mark.parametrize("verify", ["gc", "graph"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_pattern_finds_what_is_held_and_forgets_what_is_garbage(serve, engine, verify):
    server = serve(*FLAGS)
    answer = ask(server, f"leaks,watch=apps.Session,delay=0s,verify={verify},capture={engine}")
    assert answer["capture"]["engine"] == engine
    assert [f["class"] for f in answer["watched"]["findings"]] == ["apps.Session"] * 3
    assert "newly watched by the patterns: 3 instances" in answer["notes"]
    assert ask(server, "status")["status"]["watched"] == 3
    again = ask(server, f"leaks,watch=apps.Session,delay=0s,verify={verify},capture={engine}")
    assert again["watched"]["total"] == 3
    assert not any("newly watched" in note for note in again["notes"])


@pytest.mark.parametrize("engine", ENGINES)
def test_the_verb_watch_takes_what_is_held(serve, engine):
    server = serve(*FLAGS)
    answer = ask(server, f"watch,class=apps.Session,capture={engine}")
    assert answer["subject"] == "now watching 3 more instances of apps.Session"
    server.ask(f"ask x watch,class=apps.Session,capture={engine}",
               "refused: all instances of apps.Session are watched already")
    server.ask(f"ask x watch,class=apps.Sessoin,capture={engine}",
               "refused: no class named apps.Sessoin is loaded: did you mean apps.Session\\?")
    assert ask(server, "status")["status"]["watched"] == 3


def test_garbage_of_a_pattern_is_not_watched(serve):
    server = serve(*FLAGS)
    for command in ("watch,class=apps.Session", "leaks,watch=apps.Session,verify=graph,delay=0s"):
        server.ask("make-garbage 100", "ok")
        ask(server, f"{command},capture=fork")
        assert ask(server, "status")["status"]["watched"] == 3, command
    answer = ask(server, "leaks,delay=0s")
    assert (answer["watched"]["total"], answer["watched"]["collected"]) == (3, 0)


def test_a_file_that_cannot_be_written_by_the_child_leaves_nothing(serve):
    server = serve(*FLAGS)
    server.ask("ask x snapshot,output=/no/such/folder/x,capture=fork", "refused: .*No such file or directory")
    assert {path.name for path in server.cwd.iterdir()} == {"stdout", "stderr"}


def test_a_dump_by_a_signal_takes_the_keys_of_start(serve):
    server = serve(agent_flag("start,watch=apps.Session,delay=0s,verify=graph,capture=follow,"
                              "signal=USR1,output=dump.json"), *FLAGS)
    os.kill(server.pid, signal.SIGUSR1)
    document = answers.read(server.await_file("dump.json"))
    assert document["capture"]["engine"] == "follow"
    assert not any("forced" in note for note in document["notes"])
    assert document["watched"]["leaks"] == 3
