"""What the agent holds in a JVM: no capability that costs, no tag that stays, no object."""
import pytest

from harness import answers
from harness.attach import load_agent
from harness.jvm import agent_flag

# HotSpot pays for these nothing while they are held: no slower interpreter, no worse code.
FREE = {
    "can_tag_objects",
    "can_generate_garbage_collection_events",
    "can_generate_object_free_events",
    "can_get_line_numbers",
    "can_get_source_file_name",
    "can_get_constant_pool",
    "can_get_bytecodes",
}


def status(server):
    server.ask("ask status.json status,format=json", "answered")
    return answers.read(server.cwd / "status.json")["status"]


@pytest.mark.parametrize("options", ["", "start", "start,watch=apps.Session,signal=USR1,dump=exit"])
def test_an_idle_agent_holds_no_capability_that_costs(serve, options):
    held = set(status(serve(agent_flag(options)))["capabilities"])
    assert "can_tag_objects" in held
    assert held <= FREE


def test_the_library_from_the_jar_holds_no_capability_that_costs(serve):
    assert set(status(serve())["capabilities"]) <= FREE


@pytest.mark.parametrize("identity", ["tags", "address"])
def test_no_tag_of_a_capture_remains(serve, identity):
    server = serve(agent_flag("start"))
    server.ask("watch mine", "watched")
    for verb in ("leaks,delay=0s", "profile,class=apps.Session", "size,watched=mine",
                 "paths,class=apps.Session", "histogram", "dump"):
        server.ask(f"ask answer.json {verb},format=json,identity={identity}", "answered")
        answers.read(server.cwd / "answer.json")
        assert status(server)["tags"] == {"capture": 0, "watch": 1}, verb
    attached = load_agent(server, f"dump,identity={identity},output={server.cwd}/dump.json")
    assert attached.return_code == 0, attached.output
    assert status(server)["tags"] == {"capture": 0, "watch": 1}


def test_a_watch_ends_with_its_object(serve):
    server = serve()
    server.ask("watch mine", "watched")
    server.ask("watch-and-drop 1000", "watched")
    before = status(server)
    assert before["watched"] in range(1, 1002)
    server.ask("ask leaks.json leaks,format=json,delay=0s", "answered")
    told = answers.Answer(answers.read(server.cwd / "leaks.json"))["watched"]
    assert (told["total"], told["leaks"], told["collected"]) == (1001, 1, 1000)
    after = status(server)
    assert (after["watched"], after["tags"]) == (1, {"capture": 0, "watch": 1})


def test_a_failed_command_leaves_no_tag(serve):
    server = serve()
    server.ask("ask x paths,class=no.such.Class,identity=tags", "refused: .*")
    attached = load_agent(server, "histogram,identity=tags,output=/no/such/folder/x")
    assert attached.return_code not in (0, None), attached.output
    assert status(server)["tags"] == {"capture": 0, "watch": 0}
