"""Sizing confusions from the field. With compressed references unless flags say otherwise."""
import pytest

from harness import answers

MIB = 1 << 20

# What to give the JVM, from which version to which, and what then weighs how much.
LAYOUTS = {
    "default": ([], 17, 99, dict(Object=16, Integer=16, int_0=16, Object_10=56)),
    "wide references": (["-XX:-UseCompressedOops"], 17, 99,
                        dict(Object=16, Integer=16, int_0=16, Object_10=96)),
    "wide references and class pointers": (
        ["-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers"], 17, 17,
        dict(Object=16, Integer=24, int_0=24, Object_10=104)),
    "compact headers": (["-XX:+UseCompactObjectHeaders"], 25, 99,
                        dict(Object=8, Integer=16, int_0=16, Object_10=56)),
    "ZGC": (["-XX:+UseZGC"], 17, 99, dict(Object=16, Integer=16, int_0=16, Object_10=96)),
    "alignment 16": (["-XX:ObjectAlignmentInBytes=16"], 17, 99,
                     dict(Object=16, Integer=16, int_0=16, Object_10=64)),
}


def shallow(sizes):
    return {name: document["size"]["shallowBytes"] for name, document in sizes.items()
            if "size" in document}


def deep(sizes, name):
    return sizes[name]["size"]["deepBytes"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_S01_header_depends_on_flags(sizes, jdk, layout):
    flags, first, last, expected = LAYOUTS[layout]
    if not first <= jdk.feature <= last:
        pytest.skip("not this version")
    measured = shallow(sizes("S01Headers", flags=flags))
    assert {name: measured[name] for name in expected} == expected


def test_S02_array_header_under_compact_headers(sizes, jdk):
    default = shallow(sizes("S01Headers"))
    assert (default["int_1"], default["boolean_100"], default["Long"]) == (24, 120, 24)
    if jdk.feature >= 25:
        compact = shallow(sizes("S01Headers", flags=["-XX:+UseCompactObjectHeaders"]))
        assert (compact["int_1"], compact["boolean_100"], compact["Long"]) == (16, 112, 16)


def test_S03_shallow_size_of_a_string_is_not_its_deep_size(sizes):
    default = sizes("S01Headers")
    assert (shallow(default)["latin1"], deep(default, "latin1")) == (24, 48)
    assert (shallow(default)["utf16"], deep(default, "utf16")) == (24, 48)
    wide = sizes("S01Headers", flags=["-XX:-UseCompressedOops"])
    assert shallow(wide)["latin1"] == 32


def test_S05_what_two_maps_share_counts_for_neither_and_for_their_owner(play):
    folder = play("S05SharedValues")
    sizes = {name: answers.read(folder / f"size-{name}.json")["size"]
             for name in ("one", "other", "pair", "both")}
    values = 1000 * (16 + 1000)
    # Map, table of 2,048 slots, a thousand nodes.
    map_alone = 48 + (16 + 4 * 2048) + 1000 * 32
    assert sizes["one"]["retainedBytes"] == sizes["other"]["retainedBytes"] == map_alone
    # The keys beyond the JDK's cache of 128 are held by both maps and nobody else.
    keys = (1000 - 128) * 16
    assert sizes["both"]["retainedBytes"] == 2 * map_alone + values + keys
    assert sizes["pair"]["retainedBytes"] == 24 + 2 * map_alone + values + keys
    # Never more than there is.
    whole = answers.read(folder / "answer.json")["dominators"]
    assert 0 < sizes["pair"]["retainedBytes"] < whole["strong"]["bytes"]


def test_S06_array_of_references_four_bytes_wide(sizes):
    assert shallow(sizes("S01Headers"))["Object_1000"] == 4016


def test_S08_records_lambdas_and_enums_weigh_what_their_fields_weigh(sizes):
    kinds = sizes("S08Kinds")
    # Header 12, int 4, reference 4: 24; a Big of 16 with its array of 1 MiB + 16.
    expected = 24 + 16 + 16 + MIB
    assert deep(kinds, "class") == expected
    assert deep(kinds, "record") == expected
    assert deep(kinds, "lambda") == expected
    # A deep size is all that is reached, so the constant is in it; sizeDelta takes it out again.
    assert shallow(kinds)["user"] == 24
    assert deep(kinds, "user") == 24 + deep(kinds, "constant")
    delta = kinds["beyond"]["delta"]
    assert (delta["deltaBytes"], delta["deltaObjects"]) == (24, 1)
    assert delta["sharedBytes"] == deep(kinds, "constant")


def test_S10_deep_size_stops_at_classes_loaders_and_threads(sizes):
    world = sizes("S10World")
    size = world["stops"]["size"]
    # Header 12, four references: 32; a Big of 16 with its array of 1 MiB + 16.
    assert size["deepBytes"] == 32 + 16 + 16 + MIB
    assert size["objects"] == 3
    stops = size["stops"]
    assert (stops["classes"], stops["loaders"], stops["threads"]) == (1, 1, 1)
    assert world["all"]["size"]["objects"] > 1000
    assert world["all"]["size"]["deepBytes"] > size["deepBytes"] + 100_000


def test_S11_native_memory_behind_a_small_object(sizes):
    memory = sizes("S11NativeMemory")
    assert memory["buffer"]["size"]["nativeBytes"] == 8 * MIB
    assert deep(memory, "buffer") < 1000
    # The temporary buffer of a read of a heap buffer stays in a thread-local of its thread.
    assert memory["thread"]["size"]["nativeBytes"] >= 8 * MIB
    assert deep(memory, "deflater") < 100_000
