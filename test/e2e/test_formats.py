"""Answers of a running JVM in the formats that other programs read."""
import csv
import functools
import io
import json
import re
import sqlite3
import subprocess

import jsonschema
import pytest

from harness import answers, dist
from harness.attach import jcmd, load_agent
from harness.jvm import agent_flag

RECORD_SCHEMA = dist.SCHEMA.with_name("taproot-record-1.schema.json")
FORMATS_PAGE = dist.PROJECT / "docs" / "formats.md"
WATCHED = "watch=apps.Session,delay=0s"


@functools.cache
def validator():
    schema = json.loads(RECORD_SCHEMA.read_text())
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def records(text):
    """The records of a document, each of which holds to the schema."""
    found = [json.loads(line) for line in text.splitlines()]
    for record in found:
        validator().validate(record)
    return found


@pytest.fixture
def answer(serve):
    """answer("leaks,format=csv") is what a running server answers."""
    server = serve()

    def ask(command):
        path = server.cwd / "answer"
        attached = load_agent(server, f"{command},output={path}")
        assert attached.return_code == 0, server.stderr
        text = path.read_bytes().decode()
        path.unlink()
        return text

    ask.server = server
    return ask


TYPES = {
    f"leaks,{WATCHED}": {"finding": 3, "leak": 1},
    "histogram,top=7": {"class": 7},
    "paths,class=apps.Session": {"path": 3},
    "paths,class=apps.Session,merged=true": {"mergedPath": None},
    "profile,class=apps.Session": {"profileEntry": None},
    "size,class=apps.Session": {"size": 1},
    "dominators,top=3": {"dominator": None},
    "suspects,min=1": {"suspect": None},
    "waste": {"waste": None, "wasteContent": None},
    "threads": {"thread": None},
    f"dump,delay=0s": {"finding": 3, "leak": 1, "class": 30},
    f"report,{WATCHED}": {"finding": 3, "leak": 1, "class": None, "dominator": None,
                          "pathGroup": None, "waste": None, "thread": None},
}


def test_json_lines_of_every_verb_hold_to_the_schema(answer):
    for command, counts in TYPES.items():
        found = records(answer(f"{command},format=jsonl"))
        assert found[0]["type"] == "capture" and found[0]["pauseMs"] > 0
        assert {r["pid"] for r in found} == {answer.server.pid}
        assert {r["host"] for r in found} == {answers_host()}
        assert {r["mainClass"] for r in found} == {"apps.Server"}
        by_type = {kind: [r for r in found if r["type"] == kind] for kind in counts}
        for kind, count in counts.items():
            assert len(by_type[kind]) == count if count else by_type[kind], (command, kind)


def answers_host():
    return subprocess.run(["uname", "-n"], capture_output=True, text=True, check=True).stdout.strip()


def test_a_leak_in_a_record_says_who_holds_it(answer):
    (leak,) = [r for r in records(answer(f"leaks,{WATCHED},format=jsonl")) if r["type"] == "leak"]
    assert leak["class"] == "apps.Session" and leak["count"] == 3
    assert leak["root"] == "static field apps.Server.ACTIVE"
    assert re.fullmatch("[0-9a-f]{8}", leak["signature"])
    assert leak["retainedBytes"] > 0


def test_csv_has_the_main_table_of_a_verb(answer):
    for command, counts in TYPES.items():
        if command.startswith(("dump", "report")):
            continue
        main = next(iter(counts))
        text = answer(f"{command},format=csv")
        assert text.endswith("\r\n") and text.count("\r\n") == text.count("\n")
        header, *rows = csv.reader(io.StringIO(text, newline=""))
        from_records = [r for r in records(answer(f"{command},format=jsonl")) if r["type"] == main]
        assert header == list(from_records[0])[10:], command
        assert all(len(row) == len(header) for row in rows)
        if counts[main]:
            assert len(rows) == counts[main]
    rows = list(csv.DictReader(io.StringIO(answer(f"leaks,{WATCHED},format=csv"))))
    assert {row["root"] for row in rows} == {"static field apps.Server.ACTIVE"}


STACK = re.compile(r"[^;\n]+(;[^;\n]+)* \d+")


def test_collapsed_stacks_weigh_the_heap(answer):
    for command in ["report", "dominators,depth=20,min=0.1", "dominators,by=thread",
                    "threads", "waste", "profile,class=apps.Session",
                    "paths,class=apps.Session,merged=true"]:
        lines = answer(f"{command},format=flame").splitlines()
        assert lines and all(STACK.fullmatch(line) for line in lines), (command, lines[:3])
    document = answers.parse(answer("dominators,format=json"))
    heap = sum(int(line.rpartition(" ")[2]) for line in answer("report,format=flame").splitlines())
    assert heap == pytest.approx(document["dominators"]["strong"]["bytes"], rel=0.1)
    lines = answer("paths,class=apps.Session,merged=true,format=flame").splitlines()
    assert lines and all(line.startswith("static field apps.Server.ACTIVE") for line in lines)


# How flamegraph.pl and speedscope take a line apart.
READERS = [re.compile(r"^(.*)\s+?(\d+(?:\.\d*)?)$"), re.compile(r"^(.*) (\d+)$")]


def test_flamegraph_pl_and_speedscope_read_one_weight_from_a_line(answer):
    lines = answer("report,format=flame").splitlines()
    for reader in READERS:
        assert all(reader.match(line).groups() == tuple(line.rsplit(" ", 1)) for line in lines)


SAMPLE = re.compile(r'(?P<name>taproot_[a-z_]+)(?P<labels>\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\}) '
                    r'(?P<value>[-+.e\d]+)')


def metrics(text):
    """{(name, labels): value}; every family has its HELP and TYPE in front."""
    found, family = {}, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family = line.split()[2]
        elif line.startswith("# TYPE "):
            assert line.split()[2:] == [family, "gauge"]
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample and sample["name"] == family, line
            assert (sample["name"], sample["labels"]) not in found, line
            found[sample["name"], sample["labels"]] = float(sample["value"])
    return found


def test_metrics_tell_leaks_heap_and_pause(answer):
    found = metrics(answer(f"leaks,{WATCHED},format=prometheus"))
    of = f'{{main_class="apps.Server",pid="{answer.server.pid}"'
    assert found["taproot_leaks", of + "}"] == 3
    assert found["taproot_watched_objects", of + ',verdict="strongly-reachable"}'] == 3
    assert found["taproot_watched_objects", of + ',verdict="collected"}'] == 0
    assert 0 < found["taproot_capture_pause_seconds", of + "}"] < 60
    assert found["taproot_heap_max_bytes", of + "}"] == 2**30
    assert [v for (name, labels), v in found.items()
            if name == "taproot_leak_objects" and 'class="apps.Session"' in labels] == [3]


def test_metrics_of_the_other_verbs(answer):
    for command in ["histogram,top=5", "suspects,min=1", "waste", "threads", "dump", "report", "status"]:
        found = metrics(answer(f"{command},format=prometheus"))
        assert any(name == "taproot_vm_info" for name, _ in found)
    classes = metrics(answer("histogram,top=5,format=prometheus"))
    assert 0 < len([1 for name, _ in classes if name == "taproot_class_instances"]) <= 5


def test_a_format_that_makes_no_sense_is_refused_before_a_capture(serve):
    server = serve()
    for command, words in {"leaks,format=flame": "format=flame is not for leaks: it can be text, json",
                           "report,format=csv": "which has more than one table",
                           "report": "a page is no text for a log: output=FILE says where to",
                           "histogram,min-retained=much": "is not a number of bytes"}.items():
        assert load_agent(server, command).return_code == -1
        server.await_stderr(re.escape(words))
    assert "captured" not in server.stderr


def test_a_dump_is_called_after_its_format(serve):
    server = serve(agent_flag(f"start,{WATCHED},format=jsonl"))
    jcmd(server, "JVMTI.data_dump")
    found = records(server.await_file(f"taproot-{server.pid}-*.jsonl").read_text())
    assert len([r for r in found if r["type"] == "finding"]) == 3
    assert any(r["type"] == "class" for r in found)


def test_what_retains_little_is_left_out(answer):
    document = json.loads(answer("histogram,top=10000,min-retained=64KiB,format=json"))
    rows = document["histogram"]["rows"]
    assert rows and all(row["retainedBytes"] >= 65536 for row in rows)
    assert any("left out by min-retained=" in note for note in document["notes"])
    dominators = json.loads(answer("dominators,min=0,min-retained=256KiB,format=json"))["dominators"]
    assert all(row["retainedBytes"] >= 2**18 for row in dominators["rows"] if row["kind"] != "rest")


def test_a_report_of_a_running_jvm_has_everything(answer):
    document = answers.parse(answer(f"report,{WATCHED},format=json"))
    assert {"watched", "histogram", "dominators", "suspects", "waste", "threads", "pathTree"} <= set(document)
    assert document["watched"]["leaks"] == 3
    assert document["vm"]["host"] == answers_host()
    tree = document["pathTree"]
    of_roots = sum(row["bytesWithAllBelow"] for row in tree["rows"] if "parent" not in row)
    assert of_roots == sum(row["bytes"] for row in tree["rows"])
    # Roots that hold too little have no row.
    assert 0.98 * tree["bytes"] <= of_roots <= tree["bytes"]
    assert document["dominators"]["strong"]["bytes"] == tree["bytes"]
    assert any(frame["locals"] for t in document["threads"]["threads"] for frame in t["frames"])
    assert document["waste"]["contentsKnown"]


def test_a_report_of_a_file_is_that_of_the_live_heap(answer):
    snapshot = answer.server.cwd / "heap.taproot"
    assert load_agent(answer.server, f"snapshot,contents=true,output={snapshot}").return_code == 0
    document = answers.parse(answer(f"report,file={snapshot},format=json"))
    assert document["waste"]["contentsKnown"] and document["vm"]["pid"] == answer.server.pid
    assert document["pathTree"]["rows"] and document["dominators"]["rows"]
    page = answer(f"report,file={snapshot}")
    assert page.startswith("<!") and len(page) <= 5_000_000


def query_on_the_page():
    (query,) = re.findall(r"```sql\n(WITH leaks.*?)```", FORMATS_PAGE.read_text(), re.DOTALL)
    return query


def moved(record, host, days_ago, **changes):
    """The same record from another host, some days before."""
    day = 24 * 3600 * 1000
    at = record["capturedAtMs"] - days_ago * day
    with sqlite3.connect(":memory:") as clock:
        (iso,) = clock.execute("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', ? / 1000.0, 'unixepoch')", [at]).fetchone()
    return {**record, "host": host, "capturedAtMs": at, "capturedAt": iso, **changes}


def test_the_documented_query_finds_the_leaks_that_are_new_since_yesterday(answer):
    """Two hosts, two days: one leak was known, one is new on both hosts, one is gone today."""
    today = [r for r in records(answer(f"leaks,{WATCHED},format=jsonl"))]
    (leak,) = [r for r in today if r["type"] == "leak"]
    known, gone = leak["signature"], "00000001"
    fresh = dict(signature="00000002", root="static field com.acme.Cache.ALL", retainedBytes=1000, count=2)
    collected = [moved(r, "b", 1) for r in today]                     # yesterday, elsewhere
    collected += [moved(leak, "a", 1, signature=gone)]                # yesterday only
    collected += [moved(r, "a", 0) for r in today]                    # today, the known one
    collected += [moved(leak, "a", 0, **fresh), moved(leak, "b", 0, **fresh)]
    for record in collected:
        validator().validate(record)
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE records (record TEXT)")
        database.executemany("INSERT INTO records VALUES (?)", [(json.dumps(r),) for r in collected])
        found = database.execute(query_on_the_page()).fetchall()
    assert found == [("00000002", "apps.Session", "static field com.acme.Cache.ALL", 2, 4, 2000)]
    assert known not in [row[0] for row in found]


def test_start_may_ask_for_pages_and_still_says_what_it_did_in_text(serve):
    server = serve()
    options = f"start,{WATCHED},format=html,output={server.cwd}/dump-%p.html"
    assert load_agent(server, options).return_code == 0, server.stderr
    assert "<!doctype" not in server.stderr.lower()
    jcmd(server, "JVMTI.data_dump")
    page = server.await_file(f"dump-{server.pid}.html").read_text()
    assert page.lower().startswith("<!doctype html") and "apps.Session" in page
