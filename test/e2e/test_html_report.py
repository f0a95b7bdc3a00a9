"""The HTML report in a browser: made from live heaps and from a snapshot."""
import json
import subprocess

import pytest

from harness import answers, dist, programs
from harness.attach import load_agent
from harness.browser import browse, data_of
from harness.demo_server import DemoServer
from harness.jdks import quiet_environment
from harness.jvm import agent_flag, attach_flags

MOST_BYTES = 5_000_000


def ask(jvm, command, output):
    reply = load_agent(jvm, f"{command},output={output}")
    assert reply.return_code == 0, reply.output
    return output


class Attachable:
    """What load_agent wants to know of a JVM."""

    def __init__(self, jdk, pid):
        self.jdk, self.pid = jdk, pid


@pytest.fixture(scope="module")
def leaking(jdk, tmp_path_factory):
    """The demo's server after it has leaked, a snapshot of it, and the page of each."""
    folder = tmp_path_factory.mktemp("pages")
    # The agent that watches must be the one that is asked.
    with DemoServer(jdk, folder, [agent_flag("start")]) as server:
        jvm = Attachable(jdk, server.pid)
        ask(jvm, "snapshot,contents=true", folder / "demo.tap")
        return {"live": ask(jvm, "report,delay=0s", folder / "live.html"),
                "snapshot": ask(jvm, f"report,delay=0s,file={folder}/demo.tap", folder / "file.html")}


@pytest.mark.parametrize("source", ["live", "snapshot"])
def test_the_page_of_a_report_can_be_read_and_used(leaking, source, jdk):
    page = leaking[source]
    assert page.stat().st_mode & 0o777 == 0o600
    assert page.stat().st_size <= MOST_BYTES
    data = data_of(page)
    assert data["vm"]["feature"] == jdk.feature
    answers.parse(json.dumps(data))  # keeps the schema of answers
    browse(page, "every_page")
    browse(page, "report")


@pytest.fixture
def growing(start):
    program = start("apps.Growing", "serve", flags=["-Xmx256m"])
    program.await_line("ready")
    return program


def test_growth_is_a_curve(growing):
    assert load_agent(growing, "growth,rounds=4,every=1s,format=html,output=growth.html").return_code == 0
    page = growing.await_file("growth.html")
    browse(page, "every_page")
    browse(page, "growth")


PAGES = ["leaks", "suspects", "threads", "waste", "histogram,top=2000", "dominators", "dominators,by=package",
         "paths,class=apps.Session,shortest=3", "paths,class=apps.Session,merged=true",
         "profile,class=apps.Session", "size,class=apps.Session", "dump"]


def test_each_verb_makes_a_page_of_its_own(serve, tmp_path):
    server = serve()
    ask(server, "watch,class=apps.Session", tmp_path / "watch.txt")
    ask(server, "snapshot", tmp_path / "before.tap")
    server.ask("make-garbage 1", "ok")
    pages = []
    for command in [*PAGES, f"diff,before={tmp_path}/before.tap"]:
        pages.append(ask(server, f"{command},format=html", tmp_path / f"{len(pages)}.html"))
        assert data_of(pages[-1])["verb"] == command.split(",")[0]
    assert browse(pages, "opens") == len(pages)


def test_a_name_out_of_the_heap_is_text_and_nothing_else(serve, tmp_path):
    server = serve(agent_flag("start"))
    name = "</script><script>document.title='hurt'</script><img/src=x>"
    server.ask(f"watch {name}", "watched")
    page = ask(server, "leaks,delay=0s,format=html", tmp_path / "hostile.html")
    assert [finding["name"] for finding in data_of(page)["watched"]["findings"]] == [name]
    browse(page, "every_page")


@pytest.fixture(scope="module")
def people(jdk, tmp_path_factory):
    """A heap of so many objects, rich in shared references."""
    classes = programs.compile_java(jdk, [programs.TEST / "benchmark/java"], tmp_path_factory.mktemp("people"),
                                    [dist.API_JAR])
    started = []

    def start_one(objects, *flags):
        process = subprocess.Popen([jdk.tool("java"), *attach_flags(jdk), *flags, "-cp", str(classes), "HeapPeople", str(objects)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=quiet_environment())
        started.append(process)
        assert process.stdout.readline() == "ready\n"
        return Attachable(jdk, process.pid)

    yield start_one
    for process in started:
        process.kill()
        process.communicate()


def test_ten_million_objects_make_a_page_of_five_megabytes_at_most(people, tmp_path):
    jvm = people(10_000_000, "-Xmx2g")
    page = ask(jvm, "report", tmp_path / "people.html")
    assert data_of(page)["capture"]["objects"] >= 10_000_000
    assert page.stat().st_size <= MOST_BYTES
    browse(page, "opens")
