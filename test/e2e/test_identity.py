"""Identity by address and by tags must give the same graph, whatever the collector."""
import pytest

from harness import answers

COLLECTORS = ["Serial", "Parallel", "G1", "Z", "Shenandoah"]
LAYOUTS = {  # flags, and the first version that has them
    "wide references": ("-XX:-UseCompressedOops", 17),
    "alignment 16": ("-XX:ObjectAlignmentInBytes=16", 17),
    "compact headers": ("-XX:+UseCompactObjectHeaders", 25),
}


@pytest.mark.parametrize("collector", COLLECTORS)
def test_tags_and_addresses_give_the_same_graph(start, jdk, collector):
    if not jdk.has_collector(collector):
        pytest.skip(f"this JDK has no {collector}")
    assert_same_graph(start, f"-XX:+Use{collector}GC")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_they_do_whatever_the_layout_of_objects(start, jdk, layout):
    flag, first_version = LAYOUTS[layout]
    if jdk.feature < first_version:
        pytest.skip("not in this version")
    assert_same_graph(start, flag)


def assert_same_graph(start, flag):
    program = start("apps.Still", flags=["-Xint", flag])  # a compiler at work makes objects, too
    assert program.wait() == 0, program.stderr
    assert program.stdout == "" and program.stderr == ""

    def read(round, identity):
        document = answers.read(program.cwd / f"{round}-{identity[0]}.json")
        assert document["capture"]["identity"] == identity
        assert "fallbackReason" not in document["capture"]
        return document

    for round in (1, 2):
        tags, address = read(round, "tags"), read(round, "address")
        assert rows(tags) == rows(address)
        assert shape(tags) == shape(address)
    tags, address = read("leaks", "tags"), read("leaks", "address")
    assert told(tags) == told(address)
    assert len(told(tags)) == 2


def rows(document):
    return sorted((row["class"], row["loader"], row["instances"], row["shallowBytes"])
                  for row in document["histogram"]["rows"])


def shape(document):
    return document["capture"]["objects"], document["capture"]["references"]


def told(document):
    findings = [answers.Finding(finding) for finding in document["watched"]["findings"]]
    return {finding.json["name"]: (finding.verdict, finding.json["deepBytes"],
                                   finding.path.root["text"], finding.path.steps)
            for finding in findings}
