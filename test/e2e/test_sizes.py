"""Sizes that are known to the byte."""
import textwrap

import pytest

from harness import answers

# By first principles: header 12 (or 16 for the arrays, with their length), references of 4 bytes,
# everything aligned to 8. Two Strings made from one literal share its byte[9]: 16 + 9 -> 32.
STRINGS = textwrap.dedent("""\
    104 -> <INPUT> : String[]
      56 (53.8%) -> <INPUT>[0] : String
        32 (30.8%) -> String#value : byte[], refcount=2
          32 (30.8%) -> <shell: byte[], length=9>
        24 (23.1%) -> <shell: 3 prim/1 ref fields>
      24 (23.1%) -> <shell: String[], length=2>
      24 (23.1%) -> <INPUT>[1] : String
        24 (23.1%) -> <shell: 3 prim/1 ref fields>
    """)


@pytest.fixture
def measured(start):
    program = start("apps.Sizes")
    assert program.wait() == 0, program.stderr
    assert program.stderr == ""
    return program


def test_profile_tree_of_two_strings_that_share_their_bytes(measured):
    assert STRINGS in (measured.cwd / "strings.txt").read_text()

    profile = answers.read(measured.cwd / "strings.json")["profile"]
    assert (profile["bytes"], profile["objects"], profile["omittedEntries"]) == (104, 4, 0)
    first, shared, second = [entry(profile, link) for link in (
        ["<INPUT>", "<INPUT>[0]"], ["<INPUT>", "<INPUT>[0]", "String#value"],
        ["<INPUT>", "<INPUT>[1]"])]
    assert (first["bytes"], round(first["percentOfRoot"], 1)) == (56, 53.8)
    assert (shared["bytes"], shared["referenceCount"]) == (32, 2)
    assert round(shared["percentOfParent"], 1) == 57.1
    assert second["bytes"] == 24
    assert shells(profile) == {(32, 9, None, None), (24, 2, None, None), (24, None, 3, 1)}
    for parent in profile["entries"]:
        children = [e for e in profile["entries"] if e.get("parent") == parent["id"]]
        assert parent["shell"] or sum(child["bytes"] for child in children) == parent["bytes"]


def shells(profile):
    return {(shell["bytes"], shell.get("arrayLength"), shell.get("primitiveFields"),
             shell.get("referenceFields")) for shell in profile["entries"] if shell["shell"]}


def entry(profile, path):
    (found,) = [e for e in profile["entries"] if e["path"] == path and not e["shell"]]
    return found


def test_sizes_from_java(measured):
    assert measured.stdout.splitlines() == [
        "tree of 8 entries, 104 bytes",
        "one string 24",
        "deep 104",
        "together 80",
        "linked list 24032",
        "delta adds up true",
        "delta takes out true",
    ]


MAPS = {
    "default": ([], 17, 104_388_672),
    "alignment 16": (["-XX:ObjectAlignmentInBytes=16"], 17, 120_388_672),
    "compact headers": (["-XX:+UseCompactObjectHeaders"], 25, 96_380_664),
}


@pytest.mark.parametrize("layout", MAPS)
def test_deep_size_of_a_map_of_a_million_entries(start, jdk, layout):
    flags, first_version, bytes = MAPS[layout]
    if jdk.feature < first_version:
        pytest.skip("not in this version")
    program = start("apps.BigMap", flags=flags)
    assert program.wait() == 0, program.stderr
    # The JDK keeps 128 of the keys, of 16 bytes each, whatever becomes of the map.
    assert program.stdout == f"{bytes}\n{bytes - 128 * 16}\n"


def test_typed_answers_and_complaints_from_java(start):
    program = start("apps.Typed")
    assert program.wait() == 0, program.stderr
    assert program.stdout == "done\n" and program.stderr == ""
