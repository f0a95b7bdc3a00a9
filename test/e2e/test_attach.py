"""Coming to a running JVM, once and a thousand times."""
import re

import pytest

from harness import answers, dist
from harness.attach import load_agent
from harness.jvm import agent_flag, assert_only_log_lines

SESSIONS = "static field apps.Server.ACTIVE"


def assert_done(attached):
    assert attached.return_code == 0, attached.output


def test_one_process_is_asked_again_and_again(serve):
    server = serve()
    for round in range(5):
        out = server.cwd / f"paths-{round}.json"
        assert_done(load_agent(server, f"paths,class=apps.Session,format=json,output={out}"))
        paths = answers.read(out)["paths"]
        assert len(paths) == 3
        assert {path["path"]["root"]["text"] for path in paths} == {SESSIONS}
        server.ask("ping", "pong")
    assert server.stdout == "ready\n" + "pong\n" * 5
    assert_only_log_lines(server.stderr)


def test_text_goes_to_the_standard_error_of_the_jvm(serve):
    server = serve()
    assert_done(load_agent(server, "histogram,top=5"))
    server.await_stderr(r"java\.lang\.String\b")
    assert server.stdout == "ready\n"


def test_what_java_watches_is_seen_by_who_attaches(serve):
    server = serve(agent_flag("start"))
    server.ask("watch mine", "watched")
    out = server.cwd / "leaks.json"
    assert_done(load_agent(server, f"leaks,format=json,delay=0s,output={out}"))
    mine = answers.Answer(answers.read(out)).finding("mine")
    assert mine.verdict == "strongly-reachable"
    assert mine.path.root["text"] == SESSIONS


def test_a_second_copy_of_the_library_says_that_it_is_one(serve):
    server = serve()
    server.ask("watch mine", "watched")  # by the copy from the jar
    out = server.cwd / "leaks.json"
    assert_done(load_agent(server, f"leaks,format=json,delay=0s,output={out}"))
    document = answers.read(out)
    assert document["watched"]["total"] == 0
    assert any("another copy" in note for note in document["notes"])


def test_leaks_watches_what_a_pattern_names(serve):
    server = serve()
    out = server.cwd / "leaks.json"
    assert_done(load_agent(server, f"leaks,watch=apps.Sess*,format=json,delay=0s,output={out}"))
    findings = answers.read(out)["watched"]["findings"]
    assert [finding["class"] for finding in findings] == ["apps.Session"] * 3
    assert {finding["path"]["root"]["text"] for finding in findings} == {SESSIONS}
    # The session, its cart, the user's name and the bytes of that.
    assert {finding["objects"] for finding in findings} == {4}


def test_a_leak_trace_reads_as_the_design_says(serve):
    server = serve()
    out = server.cwd / "leaks.txt"
    assert_done(load_agent(server, f"leaks,watch=apps.Session,delay=0s,output={out}"))
    lines = out.read_text().splitlines()
    (headline,) = [line for line in lines if line.startswith("LEAK  apps.Session #")]
    assert "strongly reachable" in headline
    # The other two are held in the same way.
    assert any(re.search(r"2 more with this signature [0-9a-f]{8}, together", line) for line in lines)
    assert len([line for line in lines if line.startswith("      also apps.Session #")]) == 2
    (root, *_) = [line for line in lines if line.startswith("GC root: ")]
    assert root.startswith(f"GC root: {SESSIONS}") and "(loader: app)" in root
    assert any(line.startswith("java.util.ArrayList   retains ") for line in lines)
    assert any(line.strip().startswith("↓") and ".elementData[" in line for line in lines)


@pytest.mark.parametrize("verb", ["histogram", "size,class=apps.Session",
                                  "profile,class=apps.Session", "leaks,delay=0s", "dump"])
def test_files_appear_whole_and_private(serve, verb):
    server = serve()
    before = set(server.cwd.iterdir())
    assert_done(load_agent(server, f"{verb},format=json,output={server.cwd}/answer-%p.json"))
    assert set(server.cwd.iterdir()) - before == {server.cwd / f"answer-{server.pid}.json"}
    out = server.cwd / f"answer-{server.pid}.json"
    assert out.stat().st_mode & 0o777 == 0o600
    assert answers.read(out)["verb"] == verb.partition(",")[0]


@pytest.mark.parametrize("flag", ["-XX:+DisableAttachMechanism", "-XX:-EnableDynamicAgentLoading"])
def test_a_jvm_that_refuses_to_be_attached_to(serve, jdk, flag):
    if "Dynamic" in flag and jdk.feature < 21:
        pytest.skip("jcmd attaches all the same")
    server = serve(flag)
    attached = load_agent(server, "histogram")
    assert attached.return_code is None
    assert "agent" in attached.output.lower() or "attach" in attached.output.lower()
    # Its own code may still ask.
    server.ask("ask histogram.json histogram", "answered")
    answers.read(server.cwd / "histogram.json")
    assert server.stderr == ""


def test_options_too_long_for_jdk_17_come_from_a_file(serve):
    server = serve()
    out = server.cwd / "leaks.json"
    patterns = ";".join(f"no.such.package.number{i}.*" for i in range(200))
    (server.cwd / "options").write_text(
        f"watch={patterns};apps.Session,format=json,delay=0s,output={out}\n")
    assert_done(load_agent(server, f"leaks,options={server.cwd}/options"))
    assert answers.read(out)["watched"]["total"] == 3


MANY = 1000
CAPTURES = ["histogram,format=json", "size,class=apps.Session", "histogram,identity=tags",
            "profile,class=apps.Session,format=json", "paths,class=apps.Session"]
COMMANDS = [*(command for capture in CAPTURES * 5 for command in ["status"] * 4 + [capture]),
            "leaks,delay=0s,format=json"]


def test_native_memory_is_flat_over_a_thousand_attaches(start, native):
    """Counted by malloc. What a do-nothing agent costs the JVM itself is taken off."""
    server = start("apps.Server", flags=[f"-Dnative={native('malloc')}", "-Xint", "-Xmx64m",
                                         "-XX:+UseSerialGC"])
    server.await_line("ready")
    commands = [f"{command},output={server.cwd}/answer" for command in COMMANDS]

    def bytes_in_use():
        return int(server.ask("native-bytes", r"\d+").group())

    def growth(library, times):
        before = bytes_in_use()
        attacher = start("apps.AttachManyTimes", server.pid, library, times, *commands)
        assert attacher.wait() == 0, attacher.stderr
        return bytes_in_use() - before

    idle = native("idle_agent")
    growth(idle, 50)
    growth(dist.LIBRARY, 2 * len(COMMANDS))
    idle_growth = growth(idle, MANY)
    own_growth = growth(dist.LIBRARY, MANY) - idle_growth
    # The JVM's own pools make it sway by some 300 KB; the graph of one capture weighs a megabyte.
    assert own_growth < 512 * MANY, f"{own_growth} bytes more than a do-nothing agent's"
    assert_only_log_lines(server.stderr)
