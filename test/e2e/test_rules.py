"""Rules on references, the status of objects on a path, and leaks put together by signature."""
import json

import pytest

from harness import answers

RULES = {"rules": [
    {"effect": "last-resort", "instanceField": "apps.Ruled$Cache.last", "libraryLeak": True,
     "because": "the cache remembers the last one"},
    {"effect": "ignore", "staticField": "apps.Ruled.RECENT", "because": "meant to be kept"},
    {"effect": "last-resort", "localsOfThread": "acme-reaper-*", "libraryLeak": True,
     "because": "the reaper looks at it"},
]}

# What is in the file, and what the complaint says.
BAD = {
    "no JSON": ("{", "no JSON"),
    "a rule without a reason": ('{"rules": [{"effect": "ignore", "thread": "x"}]}', "because"),
    "an unknown key": ('{"rules": [{"efect": "ignore"}]}', "'efect': did you mean 'effect'"),
}


@pytest.fixture
def ask(start, tmp_path):
    """ask({"a.json": "leaks,..."}) runs apps.Ruled, which writes the answers to these files."""

    def ask_all(commands):
        words = [word for pair in commands.items() for word in pair]
        program = start("apps.Ruled", *words)
        assert program.wait() == 0, program.stderr
        return {name: (tmp_path / name).read_text() for name in commands}

    return ask_all


def findings(text):
    document = answers.parse(text)
    return document["watched"], {f["name"]: f for f in document["watched"]["findings"]}


def test_rules_say_whose_fault_a_leak_is(ask, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(RULES))
    told = ask({"plain.json": "leaks,delay=0s,format=json",
                "ruled.json": f"leaks,delay=0s,format=json,rules={rules}",
                "ruled.txt": f"leaks,delay=0s,format=text,rules={rules}"})
    watched, plain = findings(told["plain.json"])
    assert watched["leaks"] == watched["total"] == 25 and watched["libraryLeaks"] == 0

    watched, ruled = findings(told["ruled.json"])
    assert (watched["leaks"], watched["libraryLeaks"]) == (24, 2)
    assert {finding["verdict"] for finding in ruled.values()} == {"strongly-reachable"}
    assert ruled["cached"]["libraryLeak"] == {"rule": "the cache remembers the last one"}
    assert ruled["in a local"]["libraryLeak"] == {"rule": "the reaper looks at it"}
    assert ruled["recent"]["ignored"] == {"rule": "meant to be kept"}
    assert not {"libraryLeak", "ignored"} & set(ruled["session 0"])
    assert plain["cached"]["signature"] == ruled["cached"]["signature"]

    text = told["ruled.txt"]
    assert "LIBRARY LEAK  apps.Ruled$Item \"cached\"" in text
    assert "not the application's fault: the cache remembers the last one" in text
    assert "IGNORED  apps.Ruled$Item \"recent\"" in text
    assert "22 of 25 watched objects leak, 2 leaked by libraries, 1 ignored by the rules" in text


def test_equal_leaks_are_one_group(ask):
    told = ask({"leaks.json": "leaks,delay=0s,format=json", "leaks.txt": "leaks,delay=0s,format=text"})
    watched, by_name = findings(told["leaks.json"])
    (sessions,) = [g for g in watched["groups"] if len(g["findings"]) == 20]
    ids = {f["id"] for f in by_name.values() if f["name"].startswith("session ")}
    assert set(sessions["findings"]) == ids
    one = by_name["session 3"]
    assert one["signature"] == sessions["signature"]
    assert one["retainedBytes"] == one["deepBytes"] and one["retainedObjects"] == 2
    assert sessions["retainedBytes"] == 20 * one["retainedBytes"]
    assert f"19 more with this signature {one['signature']}" in told["leaks.txt"]
    assert "~~~" in told["leaks.txt"]


def test_what_is_known_of_an_object_narrows_the_suspects(ask):
    told = ask({"leaks.json": "leaks,delay=0s,format=json", "leaks.txt": "leaks,delay=0s,format=text"})
    _, by_name = findings(told["leaks.json"])
    for name, text in {"of a closed connection": "Connection.closed = true",
                       "of an ended thread": "thread is terminated"}.items():
        path = by_name[name]["path"]
        (at,) = [i for i, step in enumerate(path["steps"])
                 if any(known["text"] == text for known in step.get("known", []))]
        assert path["steps"][at]["status"] == path["steps"][-1]["status"] == "leaking"
        assert path["suspects"] == {"first": 0, "last": at}
        assert f"leaking: {text}" in told["leaks.txt"]


@pytest.mark.parametrize("mistake", BAD)
def test_a_bad_rules_file_is_refused_in_words(ask, tmp_path, mistake):
    content, words = BAD[mistake]
    rules = tmp_path / "rules.json"
    rules.write_text(content)
    told = ask({"out.txt": f"leaks,rules={rules}"})["out.txt"]
    assert told.startswith("refused: ") and str(rules) in told and words in told


def test_a_rules_file_that_is_not_there_is_refused(ask):
    told = ask({"out.txt": "paths,class=apps.Ruled,rules=/no/such/rules"})["out.txt"]
    assert told.startswith("refused: ") and "/no/such/rules" in told
