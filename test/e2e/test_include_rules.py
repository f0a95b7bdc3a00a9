"""Data flows one way, so a layer includes only the layers below it."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

MAY_INCLUDE = {
    "files": set(),
    "wire": set(),
    "attach": {"files"},
    "graph": set(),
    "analysis": {"graph"},
    "snapshot": {"graph", "files"},
    "hprof": {"graph"},
    "report": {"graph", "analysis"},
    "query": {"graph", "analysis", "snapshot", "hprof", "report"},
    "capture": {"graph"},
    "watch": {"graph", "analysis", "capture"},
    "control": {"files", "wire", "graph", "analysis", "snapshot", "hprof", "report", "query", "capture", "watch"},
    "cli": {"files", "wire", "attach", "graph", "analysis", "snapshot", "hprof", "report", "query"},
}
SEES_THE_JVM = {"capture", "watch", "control"}
ENTRY_FILES = {ROOT / "agent/agent_main.cc", ROOT / "agent/java_api.cc"}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def includes_under(folder):
    """(file, included header) for every include in the C++ files under a folder."""
    for file in sorted((ROOT / folder).rglob("*")):
        if file.suffix in {".cc", ".h"}:
            for header in INCLUDE.findall(file.read_text(encoding="utf-8")):
                yield file, header


def is_of_the_jvm(header):
    return pathlib.PurePath(header).name in {"jni.h", "jvmti.h"}


def violations(includes, forbidden):
    return [
        f"{file.relative_to(ROOT)} includes {header}" for file, header in includes if forbidden(file, header)
    ]


def test_the_public_contract_never_includes_the_jvm():
    assert violations(includes_under("include/taproot"), lambda _, header: is_of_the_jvm(header)) == []


def test_the_public_contract_includes_nothing_private():
    def private(_, header):
        return header.partition("/")[0] in MAY_INCLUDE

    assert violations(includes_under("include/taproot"), private) == []


def test_only_capture_watch_control_and_the_entry_files_include_the_jvm():
    def forbidden(file, header):
        layer = file.relative_to(ROOT / "agent").parts[0]
        return is_of_the_jvm(header) and layer not in SEES_THE_JVM and file not in ENTRY_FILES

    assert violations(includes_under("agent"), forbidden) == []


def test_every_folder_of_the_agent_is_a_layer_with_a_rule():
    folders = {path.name for path in (ROOT / "agent").iterdir() if path.is_dir()}
    assert folders <= MAY_INCLUDE.keys()


def test_a_layer_includes_only_the_layers_below_it():
    def forbidden(file, header):
        layer = file.relative_to(ROOT / "agent").parts[0]
        included = header.partition("/")[0]
        return (
            layer in MAY_INCLUDE
            and included in MAY_INCLUDE
            and included != layer
            and included not in MAY_INCLUDE[layer]
        )

    assert violations(includes_under("agent"), forbidden) == []


def test_private_headers_are_included_by_their_full_path():
    def relative(file, header):
        return header.startswith(".") or ("/" not in header and (file.parent / header).exists())

    assert violations(includes_under("agent"), relative) == []
