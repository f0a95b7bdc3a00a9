"""Snapshots of a running JVM, what is answered from them, and what differs between two."""
import re

import pytest

from harness import answers
from harness.attach import load_agent

ITEMS = 1000
ITEM = "apps.Grown$Item"
ITEM_BYTES = 16  # header and one reference
ARRAY_BYTES = 1016  # byte[1000]


@pytest.fixture
def grown(start):
    program = start("apps.Grown")
    assert program.wait() == 0, program.stderr
    return program


def row(rows, **wanted):
    (found,) = [r for r in rows["rows"] if all(r[key] == value for key, value in wanted.items())]
    return found


def assert_grew_by_the_items(diff):
    item = row(diff["classes"], **{"class": ITEM})
    assert (item["change"], item["objectsBefore"], item["objectsAfter"]) == ("grown", 1, ITEMS + 1)
    assert item["bytesAfter"] - item["bytesBefore"] == ITEMS * ITEM_BYTES
    assert item["retainedAfter"] - item["retainedBefore"] == ITEMS * (ITEM_BYTES + ARRAY_BYTES)
    lost = row(diff["classes"], **{"class": "apps.Grown$Lost"})
    assert (lost["change"], lost["objectsBefore"], lost["objectsAfter"]) == ("gone", 10, 0)
    (items,) = [path for path in diff["paths"]["rows"] if path["path"][-1]["class"] == ITEM]
    assert items["path"][0]["name"] == "static field apps.Grown.KEPT"
    assert items["objectsAfter"] - items["objectsBefore"] == ITEMS
    assert (items["bytesWithAllBelowAfter"] - items["bytesWithAllBelowBefore"]
            == ITEMS * (ITEM_BYTES + ARRAY_BYTES))
    arrays = diff["paths"]["rows"][0]  # what grew most
    assert [step["name"] for step in arrays["path"]] == [
        "static field apps.Grown.KEPT", "elementData", "[]", "load"]
    assert arrays["bytesAfter"] - arrays["bytesBefore"] == ITEMS * ARRAY_BYTES
    assert row(diff["packages"], package="apps")["change"] == "grown"


def test_a_snapshot_tells_its_size_and_is_for_its_owner_alone(grown):
    path = grown.cwd / "after.snapshot"
    assert path.stat().st_mode & 0o777 == 0o600
    assert re.search(rf"^wrote after\.snapshot: {path.stat().st_size:,} bytes", grown.stdout, re.M)


@pytest.mark.parametrize("answer", ["diff.json", "to-live.json"])
def test_a_diff_tells_what_has_grown_and_what_is_gone(grown, answer):
    assert_grew_by_the_items(answers.read(grown.cwd / answer)["diff"])


def test_a_diff_in_text(grown):
    text = (grown.cwd / "diff.txt").read_text()
    assert re.search(r"^grown +\+1,000 +\+16,000 +16,016  apps\.Grown\$Item", text, re.M)
    assert re.search(r"^gone +-10 +-160 +0  apps\.Grown\$Lost   retains -160, now 0 bytes$", text, re.M)
    assert re.search(r"^grown .* static field apps\.Grown\.KEPT .*load", text, re.M)


def test_a_heap_does_not_differ_from_itself(grown):
    diff = answers.read(grown.cwd / "none.json")["diff"]
    assert [diff[key]["rows"] for key in ("classes", "packages", "paths")] == [[], [], []]
    assert diff["remarks"] == []


def test_a_file_answers_as_the_live_heap_did(grown):
    def paths(document):
        return [(p["class"], p["path"]["root"]["text"], p["path"]["length"])
                for p in document["paths"]]

    live, from_file = [answers.read(grown.cwd / f"paths-{of}.json") for of in ("live", "file")]
    assert paths(from_file) == paths(live)
    live, from_file = [answers.Answer(answers.read(grown.cwd / f"histogram-{of}.json"))
                       for of in ("live", "file")]
    assert from_file.histogram_row(ITEM) == live.histogram_row(ITEM)
    used = "heapUsedBytes"  # the live heap has gone on
    assert {**from_file["vm"], used: 0} == {**live["vm"], used: 0}


def test_a_file_that_is_none_is_refused_by_its_name(serve):
    server = serve()
    (server.cwd / "text").write_text("not a heap")
    for command, refusal in {
            "histogram,file=text": "text is no Taproot snapshot",
            "histogram,file=none": "cannot read none: No such file or directory",
            "diff,before=text": "text is no Taproot snapshot"}.items():
        server.ask(f"ask answer {command}", f"refused: {refusal}")


def test_the_snapshot_of_one_jvm_is_read_in_another(grown, serve):
    snapshot = grown.cwd / "after.snapshot"
    server = serve()
    server.ask(f"ask histogram.json histogram,format=json,top=50,file={snapshot}", "answered")
    here = answers.Answer(answers.read(server.cwd / "histogram.json"))
    there = answers.Answer(answers.read(grown.cwd / "histogram-file.json"))
    assert here["histogram"] == there["histogram"]
    assert here["vm"]["pid"] == grown.pid


def test_a_snapshot_by_attach(serve):
    server = serve()
    assert load_agent(server, f"snapshot,output={server.cwd}/heap-%p.snapshot").return_code == 0
    snapshot = server.cwd / f"heap-{server.pid}.snapshot"
    server.ask(f"ask paths.json paths,class=apps.Session,format=json,file={snapshot}", "answered")
    (path, *_) = answers.read(server.cwd / "paths.json")["paths"]
    assert path["path"]["root"]["text"] == "static field apps.Server.ACTIVE"
