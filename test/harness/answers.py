"""Taproot's JSON documents, and how tests read them.

A path is compared as a list of lines, one a step, without package names:

    ["ArrayList", "ArrayList.elementData -> Object[]", "[0] -> Big"]

Fields carry the class that declares them. References that are neither field nor element stand in
brackets: "(class-loader) -> URLClassLoader". A class mirror is "class W". Folded steps end in
" x 2999999". An expected "[*]" matches any element: the tables of hash maps are in an order of
their own.
"""
import functools
import json
import re

import jsonschema

from harness import dist


@functools.cache
def _validator():
    schema = json.loads(dist.SCHEMA.read_text())
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def parse(text):
    """A document that holds to the schema."""
    document = json.loads(text)
    _validator().validate(document)
    assert document["schema"] == "taproot-report" and document["version"] == 1
    return document


def read(path):
    return parse(path.read_text())


class Answer:
    """A whole document."""

    def __init__(self, document):
        self.document = document

    def __getitem__(self, key):
        return self.document[key]

    def finding(self, name):
        """What is said of the object watched under this name."""
        (found,) = [f for f in self.document["watched"]["findings"] if f["name"] == name]
        return Finding(found)

    def verdicts(self):
        return {f["name"]: f["verdict"] for f in self.document["watched"]["findings"]}

    def the_path(self):
        """The path of a document that has one."""
        (found,) = self.document["paths"]
        return Path(found["path"])

    def histogram_row(self, class_name):
        rows = [row for row in self.document["histogram"]["rows"] if row["class"] == class_name]
        assert len(rows) <= 1, rows
        return rows[0] if rows else None


class Finding:
    def __init__(self, finding):
        self.json = finding
        self.verdict = finding["verdict"]

    @property
    def path(self):
        assert self.json.get("path"), f"no path: {self.json}"
        return Path(self.json["path"])


class Path:
    def __init__(self, path):
        self.json = path
        self.root = path["root"]
        self.length = path["length"]
        self.strength = path["strength"]
        self.remarks = {remark["code"]: remark["text"] for remark in path["remarks"]}
        self.steps = [_line(step) for step in path["steps"]]

    def assert_is(self, root, steps):
        """`root` is the root in words, `steps` the lines of the path."""
        assert self.root["text"] == root, self._in_full()
        assert _blank_elements(self.steps, steps) == steps, self._in_full()
        assert self.length == sum(step["repeat"] for step in self.json["steps"][1:])

    def _in_full(self):
        return "\n".join([self.root["text"], *self.steps, *self.remarks.values()])


def _line(step):
    mirrors = step.get("mirrors")
    target = f"class {_short(mirrors)}" if mirrors else _short(step["class"])
    if "reference" not in step:
        return target
    repeat = f" x {step['repeat']}" if step["repeat"] > 1 else ""
    return f"{_reference(step['reference'])} -> {target}{repeat}"


def _reference(reference):
    kind = reference["kind"]
    if kind == "element":
        return f"[{reference.get('index', '*')}]"  # folded elements have none
    if kind in ("field", "static-field", "mirror-field"):
        return f"{_short(reference['owner'])}.{reference['name']}"
    return f"({kind})"


def _short(class_name):
    return re.sub(r"\b[a-z_]\w*\.", "", class_name)


def _blank_elements(actual, expected):
    return [re.sub(r"^\[\d+\]", "[*]", line) if wanted.startswith("[*]") else line
            for line, wanted in zip(actual, expected)] + actual[len(expected):]
