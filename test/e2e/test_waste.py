"""Waste that is known to the byte."""
import pytest

from harness import answers

COLLECTORS = ["Serial", "Parallel", "G1", "Z", "Shenandoah"]
WITH_TAGS = "waste,format=json,top=500,identity=tags"
WITH_ADDRESSES = "waste,format=json,top=500,identity=address"

# By first principles: header 12 (16 for arrays), references of 4 bytes, everything aligned to 8.
# kind, owner, class: objects, bytes to gain.
STATIC = "static field apps.Wasteful."
ORDER = "apps.Wasteful$Order."
EXPECTED = {
    # 24 + byte[14] of 32; 24 + byte[12] of 32: UTF-16. The literal of the program is kept.
    ("duplicate-strings", ORDER + "status", "java.lang.String"): (1000, 1000 * 56),
    ("duplicate-strings", ORDER + "wide", "java.lang.String"): (1000, 1000 * 56),
    ("duplicate-strings", STATIC + "shared", "java.lang.String"): (10, 10 * 24 + 32),
    ("duplicate-arrays", STATIC + "blocks", "int[]"): (19, 19 * 416),
    ("empty-collections", ORDER + "tags", "java.util.ArrayList"): (1000, 24_000),
    ("empty-collections", STATIC + "emptySets", "java.util.HashSet"): (10, 10 * (16 + 48)),
    ("empty-collections", STATIC + "iteratedSets", "java.util.HashSet"): (10, 10 * (16 + 48)),
    ("empty-collections", STATIC + "emptyMaps", "java.util.HashMap"): (10, 10 * 48),
    ("empty-collections", STATIC + "concurrentMaps", "java.util.concurrent.ConcurrentHashMap"): (10, 10 * 64),
    ("empty-collections", STATIC + "linked", "java.util.LinkedList"): (10, 10 * 32),
    ("empty-collections", STATIC + "trees", "java.util.TreeMap"): (10, 10 * 48),
    ("empty-collections", STATIC + "arrayDeques", "java.util.ArrayDeque"): (10, 10 * (24 + 424)),
    # Of 24 bytes; on 17 each has an array of length 0 of its own.
    ("empty-collections", STATIC + "copyOnWrite", "java.util.concurrent.CopyOnWriteArrayList"): (10, None),
    ("empty-collections", STATIC + "properties", "java.util.Properties"): (10, None),
    ("roomy-collections", ORDER + "items", "java.util.ArrayList"): (1000, 1000 * (216 - 24)),
    # 128 places, 2 would do.
    ("roomy-collections", STATIC + "linkedMaps", "java.util.LinkedHashMap"): (10, 10 * (528 - 24)),
    # 256 pairs, 4 would do.
    ("roomy-collections", STATIC + "identity", "java.util.IdentityHashMap"): (10, 10 * (2064 - 48)),
    ("colliding-maps", STATIC + "colliding", "java.util.HashMap"): (3, 0),
    ("boxed-numbers", ORDER + "number", "java.lang.Integer"): (1000, 12_000),
    ("spare-room", STATIC + "builders", "java.lang.StringBuilder"): (10, 10 * (520 - 24)),
    ("spare-room", STATIC + "streams", "java.io.ByteArrayOutputStream"): (10, 10 * (1016 - 24)),
    ("constant-arrays", STATIC + "zeros", "byte[]"): (5, 5 * 1016),
    ("constant-arrays", STATIC + "sevens", "long[]"): (5, 5 * 416),
    ("sparse-arrays", STATIC + "slots", "java.lang.Object[]"): (30, 30 * (272 - 24)),
}


def test_known_waste_is_found_by_both_identities(start):
    program = start("apps.Wasteful", WITH_TAGS, WITH_ADDRESSES)
    assert program.wait() == 0, program.stderr
    tags, address = (answers.read(program.cwd / f"{i}.answer") for i in (0, 1))
    assert (tags["capture"]["identity"], address["capture"]["identity"]) == ("tags", "address")
    for document in (tags, address):
        assert_known(document["waste"])
    found, again = known(tags["waste"]), known(address["waste"])
    assert found == again


@pytest.mark.parametrize("collector", COLLECTORS)
def test_it_is_the_same_waste_with_every_collector(start, jdk, collector):
    if not jdk.has_collector(collector):
        pytest.skip(f"this JDK has no {collector}")
    # ZGC has wide references unless told otherwise, and always so.
    program = start("apps.Wasteful", WITH_ADDRESSES, WITH_TAGS, flags=[f"-XX:+Use{collector}GC"])
    assert program.wait() == 0, program.stderr
    for i in (0, 1):
        document = answers.read(program.cwd / f"{i}.answer")
        assert "fallbackReason" not in document["capture"]
        if collector == "Z":
            assert {key: row[0] for key, row in known(document["waste"]).items()} == {
                key: row[0] for key, row in EXPECTED.items()}
        else:
            assert_known(document["waste"])


def assert_known(waste):
    found = known(waste)
    for key, (objects, gain) in EXPECTED.items():
        assert key in found, key
        assert found[key][0] == objects, (key, found[key])
        assert gain is None or found[key][1] == gain, (key, found[key])


def known(waste):
    """What was found of the things that are expected."""
    rows = {(kind["kind"], row["owner"], row["class"]): (row["objects"], row["bytesToGain"])
            for kind in waste["kinds"] for row in kind["byOwner"]}
    return {key: rows.get(key) for key in EXPECTED}


def test_sums_add_up_and_the_text_of_the_worst_is_told(start):
    program = start("apps.Wasteful", WITH_ADDRESSES, "waste,top=9,format=text")
    assert program.wait() == 0, program.stderr
    waste = answers.read(program.cwd / "0.answer")["waste"]
    assert waste["contentsKnown"]
    assert sum(kind["bytesToGain"] for kind in waste["kinds"]) == waste["bytesToGain"] <= waste["bytes"]
    for kind in waste["kinds"]:
        for rows in ("byOwner", "byPath"):
            if kind["omittedOwners"] == kind["omittedPaths"] == 0:
                assert sum(row["bytesToGain"] for row in kind[rows]) == kind["bytesToGain"]
    strings = kind_named(waste, "duplicate-strings")
    contents = {row.get("content"): (row["objects"], row["arrays"]) for row in strings["worst"]}
    assert contents['"status PENDING"'][0] >= 1000
    assert contents['"статус"'] == (1001, 1001)  # with the literal
    assert contents['"of one array"'][0] >= 11
    arrays = kind_named(waste, "duplicate-arrays")
    assert "int[100] {1, 2, 5, 10, 17, 26, 37, 50, …}" in {row.get("content") for row in arrays["worst"]}
    orders = [row for row in kind_named(waste, "roomy-collections")["byPath"] if row["objects"] == 1000]
    assert [step["name"] for step in orders[0]["path"]] == [STATIC + "ORDERS", "[]", "items"]

    text = (program.cwd / "1.answer").read_text()
    assert "duplicate strings: " in text and '1,001 times "статус"' in text
    assert "1,000 java.util.ArrayList  apps.Wasteful$Order.items" in text
    assert "static field apps.Wasteful.ORDERS : Wasteful$Order[] → [] : Wasteful$Order → Wasteful$Order.items : ArrayList" in text
    assert all(line == line.rstrip() for line in text.splitlines())


def kind_named(waste, name):
    (found,) = [kind for kind in waste["kinds"] if kind["kind"] == name]
    return found


def test_without_contents_the_rest_is_found(start):
    program = start("apps.Wasteful", WITH_ADDRESSES + ",contents=false")
    assert program.wait() == 0, program.stderr
    waste = answers.read(program.cwd / "0.answer")["waste"]
    assert not waste["contentsKnown"]
    kinds = {kind["kind"] for kind in waste["kinds"]}
    assert kinds == {key[0] for key in EXPECTED} - {"duplicate-strings", "duplicate-arrays", "spare-room",
                                                    "constant-arrays"} | {"empty-arrays"}
    found = known(waste)
    for key, expected in EXPECTED.items():
        if key[0] in kinds and expected[1] is not None:
            assert found[key] == expected, key
